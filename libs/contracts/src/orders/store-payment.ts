import { z } from 'zod'
import { asked, fieldTraits, Json } from '../fields/common.ts'
import { declared, hidden } from '../fields/declared.ts'
import { Capture, Payment, PaymentCollection, PaymentSession, Refund, RefundReason } from './payment.ts'

/** An object of which storefronts and sellers are shown nothing. */
const emptied = () =>
  z.object({}).nullable().describe('Always empty: not exposed here.').register(fieldTraits, { along: 'plain' })

const StoreRefund = Refund.extend({
  refund_reason: RefundReason.extend({ description: hidden(), metadata: hidden() }).nullable(),
  note: hidden(),
  metadata: hidden().optional(),
  created_by: hidden(),
}).meta({ id: 'StoreRefund' })

/** A payment as shown to storefronts and sellers. */
export const StorePayment = Payment.extend({
  data: emptied(),
  metadata: hidden(),
  payment_session: asked((): z.ZodType => StorePaymentSession)
    .optional()
    .register(fieldTraits, { along: 'plain' }),
  captures: z.array(Capture.extend({ metadata: hidden().optional(), created_by: hidden() }).meta({ id: 'StoreCapture' })),
  refunds: z.array(StoreRefund),
}).meta({ id: 'StorePayment' })

const authorized = () => StorePayment.nullable().describe('Null until authorized.').register(fieldTraits, { along: 'whole' })

/** A session as shown to storefronts and sellers once there is an order. */
export const StorePaymentSession = PaymentSession.extend({
  data: emptied(),
  context: emptied(),
  payment: authorized(),
  metadata: emptied(),
}).meta({ id: 'StorePaymentSession' })

/** A payment collection of an order as shown to storefronts and sellers. */
export const StorePaymentCollection = PaymentCollection.extend({
  payment_sessions: z.array(StorePaymentSession),
  payments: z.array(StorePayment),
  metadata: hidden(),
}).meta({ id: 'StorePaymentCollection' })
export type StorePaymentCollection = z.infer<typeof StorePaymentCollection>

/** The payments of an order without those facts that are for providers and administrators. */
export const storePayments = (payment_collections: readonly PaymentCollection[]) =>
  payment_collections.map((one) => declared(StorePaymentCollection, one))

const CartPaymentSession = StorePaymentSession.extend({
  data: Json.describe('Data that the storefront needs to continue with the provider.'),
  payment: authorized(),
}).meta({ id: 'CartPaymentSession' })

/** The payment collection of a cart, which is still to be paid. */
export const CartPaymentCollection = StorePaymentCollection.extend({
  payment_sessions: z.array(CartPaymentSession),
}).meta({ id: 'CartPaymentCollection' })
export type CartPaymentCollection = z.infer<typeof CartPaymentCollection>

/** The payment collection of a cart, shown to the customer who has begun a session. */
export const BegunPaymentCollection = StorePaymentCollection.extend({
  payment_sessions: z.array(
    CartPaymentSession.extend({
      context: Json.nullable().describe('Details of the logged-in customer that were passed to the provider; empty for guests.'),
    }).meta({ id: 'BegunPaymentSession' }),
  ),
}).meta({ id: 'BegunPaymentCollection' })
export type BegunPaymentCollection = z.infer<typeof BegunPaymentCollection>
