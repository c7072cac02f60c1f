import { z } from 'zod'
import {
  Amount,
  asked,
  CurrencyCode,
  fieldTraits,
  Id,
  Json,
  Metadata,
  softDeletable,
  Timestamp,
  timestamps,
} from '../fields/common.ts'

export const PaymentCollectionStatus = z.enum([
  'not_paid',
  'awaiting',
  'authorized',
  'partially_authorized',
  'canceled',
  'completed',
  'failed',
])
export type PaymentCollectionStatus = z.infer<typeof PaymentCollectionStatus>

/** `pending_authorization`: the order was placed, and the money is expected some other way, such as a bank transfer. */
export const PaymentSessionStatus = z.enum([
  'authorized',
  'captured',
  'canceled',
  'pending',
  'pending_authorization',
  'requires_more',
  'error',
])
export type PaymentSessionStatus = z.infer<typeof PaymentSessionStatus>

export const RefundReason = z
  .object({
    id: Id,
    label: z.string(),
    code: z.string().nullable(),
    description: z.string().nullable(),
    metadata: Metadata,
    ...timestamps,
  })
  .meta({ id: 'RefundReason' })
export type RefundReason = z.infer<typeof RefundReason>

/** When money moved; captures and refunds written by an older version have only `created_at`. */
const movedAt = {
  created_at: Timestamp,
  updated_at: Timestamp.optional(),
  deleted_at: softDeletable.deleted_at.optional(),
}

export const Refund = z
  .object({
    id: Id,
    payment_id: Id.optional().describe('The refunded payment; absent from refunds recorded before this field existed.'),
    amount: Amount,
    refund_reason_id: Id.nullable(),
    refund_reason: RefundReason.nullable(),
    note: z.string().nullable(),
    metadata: Metadata.optional(),
    created_by: Id.nullable().describe('The user who created it.'),
    ...movedAt,
  })
  .meta({ id: 'Refund' })
export type Refund = z.infer<typeof Refund>

export const Capture = z
  .object({
    id: Id,
    payment_id: Id.optional().describe('The captured payment; absent from captures recorded before this field existed.'),
    amount: Amount,
    metadata: Metadata.optional(),
    created_by: Id.nullable().describe('The user who created it.'),
    ...movedAt,
  })
  .meta({ id: 'Capture' })
export type Capture = z.infer<typeof Capture>

export const Payment = z
  .object({
    id: Id,
    amount: Amount,
    currency_code: CurrencyCode,
    provider_id: Id,
    authorized_amount: Amount.nullable(),
    captured_amount: Amount,
    refunded_amount: Amount,
    data: Json.nullable().describe("The provider's own data."),
    metadata: Metadata,
    captured_at: Timestamp.nullable(),
    canceled_at: Timestamp.nullable(),
    payment_collection_id: Id,
    payment_session_id: Id.nullable(),
    payment_session: asked((): z.ZodType => PaymentSession)
      .optional()
      .register(fieldTraits, { along: 'plain' }),
    captures: z.array(Capture),
    refunds: z.array(Refund),
    ...softDeletable,
  })
  .meta({ id: 'Payment' })
export type Payment = z.infer<typeof Payment>

export const PaymentSession = z
  .object({
    id: Id,
    amount: Amount,
    currency_code: CurrencyCode,
    provider_id: Id,
    data: Json.describe('Data for the provider.'),
    status: PaymentSessionStatus,
    context: Json.nullable().describe('Context for the provider, such as customer details.'),
    authorized_at: Timestamp.nullable(),
    payment_collection_id: Id,
    payment: Payment.nullable().describe('Null until authorized.').register(fieldTraits, { along: 'whole' }),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'PaymentSession' })
export type PaymentSession = z.infer<typeof PaymentSession>

export const PaymentCollection = z
  .object({
    id: Id,
    currency_code: CurrencyCode,
    amount: Amount.describe('Total amount to pay, rounded half up to the minor units of currency_code.'),
    status: PaymentCollectionStatus,
    authorized_amount: Amount.nullable(),
    captured_amount: Amount.nullable(),
    refunded_amount: Amount.nullable(),
    completed_at: Timestamp.nullable(),
    payment_providers: z.array(z.object({ id: Id })),
    payment_sessions: z.array(PaymentSession),
    payments: z.array(Payment),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'PaymentCollection' })
export type PaymentCollection = z.infer<typeof PaymentCollection>

/** A single payment, or one in a list of payments. */
export const PaymentByItself = Payment.extend({
  payment_collection: asked((): z.ZodType => PaymentCollection)
    .optional()
    .describe('The payment collection it belongs to. Absent unless requested with `fields`.'),
}).meta({ id: 'PaymentByItself' })
export type PaymentByItself = z.infer<typeof PaymentByItself>
