import { minus } from '@souk/totals'
import type { ApplyAction } from '../orders/changed-order.ts'
import type { OrderItem } from '../orders/order-lines.ts'
import { moveUnits } from '../orders/unit-movement.ts'
import type { ChangeActionType } from './order-change.ts'

const noReference = 'Details reference ID is required.'

const requested = {
  available: ({ detail }: OrderItem) => detail.return_requested_quantity,
  exceeded: (id: string) => `Cannot receive more items than what was requested to be returned for item ${id}.`,
}

export const RETURN_ACTIONS = {
  RETURN_ITEM: moveUnits({
    noReference,
    missing: (id) => `Quantity to return of item ${id} is required.`,
    limits: [
      {
        available: ({ detail }) => minus(detail.fulfilled_quantity, detail.return_requested_quantity),
        exceeded: (id) => `Cannot request to return more items than what was fulfilled for item ${id}.`,
      },
    ],
    counts: { return_requested_quantity: 'up' },
  }),
  CANCEL_RETURN_ITEM: moveUnits({
    noReference,
    missing: (id) => `Quantity to cancel return of item ${id} is required.`,
    limits: [{ ...requested, exceeded: (id) => `Cannot cancel more items than what was requested to return for item ${id}.` }],
    counts: { return_requested_quantity: 'down' },
  }),
  RECEIVE_RETURN_ITEM: moveUnits({
    noReference,
    missing: (id) => `Quantity to receive return of item ${id} is required.`,
    limits: [requested],
    counts: { return_requested_quantity: 'down', return_received_quantity: 'up' },
  }),
  RECEIVE_DAMAGED_RETURN_ITEM: moveUnits({
    noReference,
    missing: (id) => `Quantity to return of item ${id} is required.`,
    limits: [requested],
    counts: { return_requested_quantity: 'down', return_dismissed_quantity: 'up', written_off_quantity: 'up' },
  }),
  WRITE_OFF_ITEM: moveUnits({
    noReference,
    missing: (id) => `Quantity to write-off item ${id} is required.`,
    limits: [{ available: ({ quantity }) => quantity, exceeded: () => 'Cannot claim more items than what was ordered.' }],
    counts: { written_off_quantity: 'up' },
  }),
  REINSTATE_ITEM: moveUnits({
    noReference,
    missing: (id) => `Quantity to reinstate item ${id} is required.`,
    limits: [
      {
        // An edit may have left fewer units than are written off.
        available: ({ quantity, detail }) => Math.max(quantity, detail.written_off_quantity),
        exceeded: () => 'Cannot unclaim more items than what was ordered.',
      },
    ],
    counts: { written_off_quantity: 'down' },
  }),
} satisfies Partial<Record<ChangeActionType, ApplyAction>>
