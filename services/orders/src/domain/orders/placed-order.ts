import {
  type Address,
  type BodyOf,
  JsonText,
  type OrderAddress,
  type OrderToPlace,
  type PaymentCollection,
  type placeOrders,
  type StoredCommissionRule,
  type Transaction,
} from '@souk/contracts'
import { commissionOn } from '../commission/kept-commission.ts'
import { NOTHING_HAPPENED } from '../order-edits/new-item.ts'
import { OF_THE_ORDER } from './moved-money.ts'
import type { Order } from './order.ts'
import type { OrderItem, ShippingMethod } from './order-lines.ts'
import type { KeptOrderSet } from './order-set.ts'
import { paymentStatusOf } from './statuses.ts'
import { type OrderRecord, orderRecord } from './stored-order.ts'

/** The cart from which orders are placed. */
export type Placing = BodyOf<typeof placeOrders>

interface Context {
  /** Makes the same ids for the same order each time. */
  newId: (prefix: string) => string
  display_id: number
  order_set: Pick<KeptOrderSet, 'id' | 'display_id' | 'place'>
  /** The commission rules that may fit. */
  rules: readonly StoredCommissionRule[]
}

/** An order as placed: nothing of it is sent, and it is paid as far as its payment collection is. */
export function placedOrder(cart: Placing, part: OrderToPlace, { newId, display_id, order_set, rules }: Context): OrderRecord {
  const { id, seller_id, payment_collection } = part
  const recorded = { created_at: cart.placed_at, updated_at: cart.placed_at, deleted_at: null }
  const parts = { order_id: id, newId, recorded }
  const payment_collections = payment_collection ? [payment_collection] : []
  const shipping_address = addressOf(cart.shipping_address, cart, parts)
  const billing_address = addressOf(cart.billing_address, cart, parts)
  const order: Omit<Order, 'summary'> = {
    id,
    version: 1,
    display_id,
    custom_display_id: null,
    status: 'pending',
    payment_status: paymentStatusOf({ payment_collections }),
    fulfillment_status: 'not_fulfilled',
    is_draft_order: false,
    no_notification: false,
    email: cart.email,
    currency_code: cart.currency_code,
    locale: cart.locale,
    region_id: cart.region?.id ?? null,
    region: cart.region,
    customer_id: cart.customer_id,
    seller_id,
    sales_channel_id: cart.sales_channel_id,
    sales_channel: cart.sales_channel,
    shipping_address_id: shipping_address?.id ?? null,
    shipping_address,
    billing_address_id: billing_address?.id ?? null,
    billing_address,
    items: part.items.map((line) => lineOf(line, cart.cart_id, parts)),
    shipping_methods: part.shipping_methods.map((method) => methodOf(method, parts)),
    credit_lines: part.credit_lines.map(({ cart_id: _, ...line }) => ({
      ...line,
      id: newId('ordcl'),
      order_id: id,
      ...recorded,
    })),
    transactions: payment_collection ? transactionsOf(payment_collection, parts) : [],
    promotions: promotionsOf(part, cart),
    payment_collections,
    fulfillments: [],
    returns: [],
    exchanges: [],
    claims: [],
    changes: [],
    metadata: cart.metadata,
    canceled_at: null,
    ...recorded,
  }
  const record = orderRecord(order)
  const commission = commissionOn(record, part.items, rules, newId)
  return {
    ...record,
    order_set: { ...order_set, created_at: cart.placed_at, cart_id: cart.cart_id },
    ...(commission && { commission }),
  }
}

/** The promotions with an adjustment on this order; the cart's others belong to other sellers. */
function promotionsOf({ items, shipping_methods }: OrderToPlace, { promotions }: Placing) {
  const own = new Set([...items, ...shipping_methods].flatMap(({ adjustments }) => adjustments.map((one) => one.promotion_id)))
  return promotions.filter(({ id }) => own.has(id))
}

interface Parts extends Pick<Context, 'newId'> {
  order_id: string
  recorded: { created_at: string; updated_at: string; deleted_at: null }
}

function lineOf(line: OrderToPlace['items'][number], cart_id: string, { order_id, newId, recorded }: Parts): OrderItem {
  const { id, quantity } = line
  return {
    ...line,
    ...recorded,
    cart_id,
    metadata: line.metadata ?? {},
    line_item_metadata: line.metadata ?? {},
    product: line.product && JsonText.of(line.product),
    variant: line.variant && JsonText.of(line.variant),
    tax_lines: line.tax_lines.map((tax) => ({ ...tax, id: newId('ordlitxl'), item_id: id, ...recorded })),
    adjustments: line.adjustments.map(({ cart_id: _, ...adjustment }) => {
      return { ...adjustment, id: newId('ordliadj'), item_id: id, order_id }
    }),
    detail: {
      id: newId('orditem'),
      item_id: id,
      order_id,
      version: 1,
      unit_price: null,
      compare_at_unit_price: null,
      quantity,
      ...NOTHING_HAPPENED,
      metadata: line.metadata ?? {},
      ...recorded,
    },
  }
}

function methodOf(
  { cart_id: _, ...method }: OrderToPlace['shipping_methods'][number],
  { order_id, newId, recorded }: Parts,
): ShippingMethod {
  const { id: shipping_method_id } = method
  const tax_lines = method.tax_lines.map((tax) => ({ ...tax, id: newId('ordsmtxl'), shipping_method_id, ...recorded }))
  const adjustments = method.adjustments.map(({ cart_id: __, ...adjustment }) => {
    return { ...adjustment, id: newId('ordsmadj'), shipping_method_id, order_id }
  })
  const elsewhere = { return_id: null, exchange_id: null, claim_id: null }
  const detail = { id: newId('ordspmv'), shipping_method_id, order_id, version: 1, ...elsewhere, ...recorded }
  return { ...method, ...recorded, order_id, tax_lines, adjustments, detail }
}

/** The order's own copy of the address. */
function addressOf(address: Address | null, { region }: Placing, { newId, recorded }: Parts): OrderAddress | null {
  if (!address) return null
  const country = region?.countries.find(({ iso_2 }) => iso_2 === address.country_code) ?? null
  return { ...address, id: newId('ordaddr'), country, ...recorded }
}

/** Transactions for money that moved before the order was placed. */
function transactionsOf({ payments, currency_code }: PaymentCollection, { order_id, newId, recorded }: Parts): Transaction[] {
  const about = (reference: string, reference_id: string, amount: number): Transaction => {
    const moved = { amount, currency_code, reference, reference_id, metadata: null }
    return { id: newId('ordtrx'), order_id, version: 1, ...OF_THE_ORDER, ...moved, ...recorded }
  }
  return payments.flatMap(({ captures, refunds }) => [
    ...captures.map(({ id, amount }) => about('capture', id, amount)),
    ...refunds.map(({ id, amount }) => about('refund', id, -amount)),
  ])
}
