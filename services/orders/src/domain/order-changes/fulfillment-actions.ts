import { minus } from '@souk/totals'
import type { ApplyAction } from '../orders/changed-order.ts'
import { moveUnits } from '../orders/unit-movement.ts'
import type { ChangeActionType } from './order-change.ts'

const mustBePositive = (id: string) => `Quantity of item ${id} must be greater than 0.`

export const FULFILLMENT_ACTIONS = {
  FULFILL_ITEM: moveUnits({
    missing: (id) => `Quantity to fulfill of item ${id} is required.`,
    belowOne: mustBePositive,
    limits: [
      {
        available: ({ quantity, detail }) => minus(quantity, detail.fulfilled_quantity),
        exceeded: (id) => `Cannot fulfill more items than what was ordered for item ${id}.`,
      },
    ],
    counts: { fulfilled_quantity: 'up' },
  }),
  SHIP_ITEM: moveUnits({
    missing: (id) => `Quantity to ship of item ${id} is required.`,
    belowOne: mustBePositive,
    limits: [
      {
        available: ({ detail }) => minus(detail.fulfilled_quantity, detail.shipped_quantity),
        exceeded: (id) => `Cannot ship more items than what was fulfilled for item ${id}.`,
      },
    ],
    counts: { shipped_quantity: 'up' },
  }),
  DELIVER_ITEM: moveUnits({
    missing: mustBePositive,
    limits: [
      {
        available: ({ detail }) => minus(detail.fulfilled_quantity, detail.delivered_quantity),
        exceeded: (id) => `Cannot deliver more items than what was fulfilled for item ${id}.`,
      },
      {
        available: ({ quantity, detail }) => minus(quantity, detail.delivered_quantity),
        exceeded: (id) => `Cannot deliver more items than what was ordered for item ${id}.`,
      },
    ],
    counts: { delivered_quantity: 'up' },
  }),
  CANCEL_ITEM_FULFILLMENT: moveUnits({
    missing: (id) => `Quantity to cancel item fulfillment ${id} is required.`,
    belowOne: (id) => `Quantity to cancel item ${id} must be greater than 0.`,
    limits: [
      {
        available: ({ detail }) => detail.fulfilled_quantity,
        exceeded: (id) => `Cannot cancel more items than what was fulfilled for item ${id}.`,
      },
    ],
    counts: { fulfilled_quantity: 'down' },
  }),
} satisfies Partial<Record<ChangeActionType, ApplyAction>>
