import { z } from 'zod'
import { Amount, Id, Json, softDeletable } from '../fields/common.ts'
import { InternalNote } from './internal-note.ts'

export const OrderChangeActionType = z.enum([
  'FULFILL_ITEM',
  'DELIVER_ITEM',
  'CANCEL_ITEM_FULFILLMENT',
  'ITEM_ADD',
  'ITEM_REMOVE',
  'ITEM_UPDATE',
  'RECEIVE_DAMAGED_RETURN_ITEM',
  'RECEIVE_RETURN_ITEM',
  'RETURN_ITEM',
  'CANCEL_RETURN_ITEM',
  'SHIPPING_ADD',
  'SHIPPING_REMOVE',
  'SHIPPING_UPDATE',
  'SHIP_ITEM',
  'WRITE_OFF_ITEM',
  'REINSTATE_ITEM',
  'TRANSFER_CUSTOMER',
  'UPDATE_ORDER_PROPERTIES',
  'CREDIT_LINE_ADD',
  'PROMOTION_ADD',
  'PROMOTION_REMOVE',
  'ITEM_ADJUSTMENTS_REPLACE',
  'SHIPPING_ADJUSTMENTS_REPLACE',
])
export type OrderChangeActionType = z.infer<typeof OrderChangeActionType>

/** One step of an order change. Steps are applied in the order of `ordering`. */
export const OrderChangeAction = z
  .object({
    id: Id,
    order_change_id: Id,
    order_id: Id,
    return_id: Id.nullable(),
    claim_id: Id.nullable(),
    exchange_id: Id.nullable(),
    reference: z.string().nullable().describe('The type of the record it refers to, such as order_shipping_method.'),
    reference_id: Id.nullable(),
    action: OrderChangeActionType,
    details: Json.describe('For items: reference_id, quantity and the like; empty for shipping methods.'),
    amount: Amount.nullable().describe(
      'Its own amount; on the items of a preview, otherwise the price of the affected units. Null if there is none.',
    ),
    version: z.number().describe('The version of the order that the change would create.'),
    applied: z.boolean(),
    internal_note: InternalNote,
    ordering: z.number(),
    ...softDeletable,
  })
  .meta({ id: 'OrderChangeAction' })
export type OrderChangeAction = z.infer<typeof OrderChangeAction>
