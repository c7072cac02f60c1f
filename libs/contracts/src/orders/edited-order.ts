import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { OrderPreview } from './order-preview.ts'

/**
 * The path of operations on an edit. In the reference, an order whose edit already has actions, the last one for a shipping
 * method.
 */
export const editedOrder = z.object({
  id: IdInput.meta({ description: 'ID of the order being edited', example: demonstrationId('order', 7) }),
})

/** The same, with one of the edit's actions. @param description of the action's id */
export const editedAction = (description: string, example: string) =>
  editedOrder.extend({ action_id: IdInput.meta({ description, example }) })

/** For descriptions of confirmations: their answer. */
export const ANSWERS_LAST_PREVIEW =
  'Returns the last preview: the order and its lines with their previous version, lines without units included, and the change as ' +
  'confirmed.'

/** The answer of operations on an edit: the order as the edit would leave it. */
export const previewed = {
  response: z.object({ order_preview: OrderPreview }),
  selects: { key: 'order_preview', schema: OrderPreview, defaults: 'all' },
} as const
