import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { eventsOf } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'
import { NullableInternalNoteInput } from './internal-note.ts'
import { OrderChange } from './order-change.ts'

/**
 * Only for an active change. With `carry_over_promotions` each step of an edit recomputes the adjustments of the order's
 * promotions, immediately for earlier steps; `false` and null undo what earlier steps changed of them.
 */
export const updateOrderChange = defineOperation({
  service: 'orders',
  name: 'update-order-change',
  method: 'POST',
  path: '/admin/order-changes/:id',
  summary: 'Update an order change',
  description:
    'With `carry_over_promotions`, each step of the change recomputes the order’s own promotions, as carts do: fixed amounts and unit counts follow the lines, new lines get the discounts that the rules grant, and a promotion that was stopped no longer discounts anything. `false` and null revert what earlier steps changed in them.',
  params: z.object({ id: IdInput.meta({ description: 'ID of the order change', example: demonstrationId('ordch', 1700) }) }),
  body: z
    .strictObject({
      carry_over_promotions: z.boolean().nullish().describe('Absent: unchanged.'),
      internal_note: NullableInternalNoteInput,
    })
    .meta({ example: { carry_over_promotions: true } }),
  response: z.object({ order_change: OrderChange }),
  selects: { key: 'order_change', schema: OrderChange, defaults: 'all' },
})

export const orderChangeOperations = { updateOrderChange }

const event = eventsOf(
  'orders',
  'order-change',
  z.object({ order_id: z.string().describe('The order'), order_change_id: z.string().describe('The order change') }),
)
export const orderChangeUpdated = event(
  'updated',
  'The note of an order change, or whether it carries promotions over, was changed.',
)

export const orderChangeEvents = [orderChangeUpdated]
