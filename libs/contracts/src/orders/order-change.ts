import { z } from 'zod'
import { asked, Id, Metadata, softDeletable, Timestamp } from '../fields/common.ts'
import { InternalNote } from './internal-note.ts'
import { Order } from './order.ts'
import { OrderChangeAction } from './order-change-action.ts'
import { Claim, Exchange, Return } from './returns.ts'

export const OrderChangeStatus = z.enum(['pending', 'requested', 'confirmed', 'declined', 'canceled'])
export type OrderChangeStatus = z.infer<typeof OrderChangeStatus>

export const OrderChangeType = z.enum([
  'return',
  'return_request',
  'return_receive',
  'exchange',
  'claim',
  'edit',
  'credit_line',
  'transfer',
  'update_order',
])
export type OrderChangeType = z.infer<typeof OrderChangeType>

/** A change of an order, prepared step by step. It affects the order only once it is confirmed. */
export const OrderChange = z
  .object({
    id: Id,
    version: z.number().describe('The version of the order that it would create.'),
    order_id: Id,
    return_id: Id.nullable(),
    exchange_id: Id.nullable(),
    claim_id: Id.nullable(),
    order: asked(() => Order),
    return_order: asked(() => Return),
    exchange: asked(() => Exchange),
    claim: asked(() => Claim),
    actions: z.array(OrderChangeAction),
    status: OrderChangeStatus,
    requested_by: Id.nullable(),
    requested_at: Timestamp.nullable(),
    confirmed_by: Id.nullable(),
    confirmed_at: Timestamp.nullable(),
    declined_by: Id.nullable(),
    declined_reason: z.string().nullable(),
    declined_at: Timestamp.nullable(),
    canceled_by: Id.nullable(),
    canceled_at: Timestamp.nullable(),
    change_type: OrderChangeType,
    carry_over_promotions: z.boolean().nullable().describe('Whether edits recompute the promotions; null means false.'),
    description: z.string().nullable(),
    internal_note: InternalNote,
    no_notification: z.boolean().nullable(),
    created_by: Id.nullable(),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'OrderChange' })
export type OrderChange = z.infer<typeof OrderChange>
