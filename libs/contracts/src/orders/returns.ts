import { z } from 'zod'
import { Amount, asked, Id, Metadata, Quantity, RawAmount, softDeletable, Timestamp } from '../fields/common.ts'
import { OrderShippingMethod } from './order-shipping-method.ts'
import { PlainReturnReason } from './return-reasons.ts'
import { Fulfillment, Transaction } from './transaction.ts'

export const ReturnStatus = z.enum(['open', 'requested', 'received', 'partially_received', 'canceled'])
export type ReturnStatus = z.infer<typeof ReturnStatus>

/** `refund` refunds money, `replace` sends other items. */
export const ClaimType = z.enum(['refund', 'replace'])
export type ClaimType = z.infer<typeof ClaimType>

export const ClaimReason = z.enum(['missing_item', 'wrong_item', 'production_failure', 'other'])
export type ClaimReason = z.infer<typeof ClaimReason>

export const ReturnItem = z
  .object({
    id: Id,
    quantity: Quantity,
    received_quantity: Quantity,
    damaged_quantity: Quantity,
    item_id: Id,
    return_id: Id,
    reason_id: Id.nullable(),
    note: z.string().nullable(),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'ReturnItem' })
export type ReturnItem = z.infer<typeof ReturnItem>

export const Return = z
  .object({
    id: Id,
    order_id: Id,
    items: z.array(ReturnItem),
    fulfillments: asked(() => z.array(Fulfillment))
      .optional()
      .describe(
        'Bring the items back: one for a return with a shipping method, until it is canceled. Shown if requested with `fields`.',
      ),
    status: ReturnStatus,
    refund_amount: Amount.nullable(),
    exchange_id: Id.nullable(),
    claim_id: Id.nullable(),
    location_id: Id.nullable(),
    order_version: z.number().describe('The version of the order it was made for.'),
    display_id: z.number(),
    requested_at: Timestamp.nullable().describe('When it was confirmed; null before that.'),
    received_at: Timestamp.nullable(),
    no_notification: z.boolean().nullable(),
    created_by: Id.nullable(),
    metadata: Metadata,
    ...softDeletable,
    canceled_at: Timestamp.nullable(),
  })
  .meta({ id: 'Return' })
export type Return = z.infer<typeof Return>

/** A single return, with the reasons of its items. */
export const ReturnWithReasons = Return.extend({
  items: z.array(ReturnItem.extend({ reason: asked(() => PlainReturnReason).optional() }).meta({ id: 'ReturnItemWithReason' })),
}).meta({ id: 'ReturnWithReasons' })
export type ReturnWithReasons = z.infer<typeof ReturnWithReasons>

/** The fields that exchanges and claims share. Their return belongs to the order, so it is null unless asked for. */
const replacement = {
  id: Id,
  order_id: Id,
  return_id: Id.nullable(),
  return: asked(() => Return),
  display_id: z.number(),
  order_version: z.number().describe('The version of the order it was made for.'),
  no_notification: z.boolean().nullable(),
  shipping_methods: z.array(OrderShippingMethod),
  transactions: z.array(Transaction),
  created_by: Id.nullable(),
  metadata: Metadata,
  ...softDeletable,
  canceled_at: Timestamp.nullable(),
}

export const ExchangeItem = z
  .object({
    id: Id,
    exchange_id: Id,
    order_id: Id,
    item_id: Id,
    quantity: Quantity,
    note: z.string().nullable(),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'ExchangeItem' })
export type ExchangeItem = z.infer<typeof ExchangeItem>

export const Exchange = z
  .object({
    ...replacement,
    return_items: z.array(ReturnItem),
    additional_items: z.array(ExchangeItem),
    difference_due: Amount.nullable().describe(
      'The amount that the customer still owes; negative if money is owed to the customer.',
    ),
  })
  .meta({ id: 'Exchange' })
export type Exchange = z.infer<typeof Exchange>

export const ClaimItem = z
  .object({
    id: Id,
    claim_id: Id,
    order_id: Id,
    item_id: Id,
    quantity: Quantity,
    raw_quantity: RawAmount,
    reason: ClaimReason.nullable(),
    is_additional_item: z.boolean().describe('True for items that are sent, false for claimed ones.'),
    note: z.string().nullable(),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'ClaimItem' })
export type ClaimItem = z.infer<typeof ClaimItem>

export const Claim = z
  .object({
    ...replacement,
    type: ClaimType,
    claim_items: z.array(ClaimItem),
    additional_items: z.array(ClaimItem),
    refund_amount: Amount.nullable(),
  })
  .meta({ id: 'Claim' })
export type Claim = z.infer<typeof Claim>
