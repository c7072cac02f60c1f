import {
  type CustomerAddress,
  DAY_MS,
  JsonText,
  type OrderAddress,
  type OrderItemDetail,
  type OrderShippingMethod,
  type Promotion,
} from '@souk/contracts'
import { shippingMethodTotals } from '@souk/totals'
import type { Order } from '../../services/orders/src/domain/orders/order.ts'
import type { ItemAdjustment, OrderItem, ShippingMethod } from '../../services/orders/src/domain/orders/order-lines.ts'
import { snapshotOf } from './catalogue.ts'
import { ids, SEEDED_AT, seededId } from './ids.ts'
import { WELCOME_CODE } from './promotions.ts'
import { BOOK_TYPE_ID, seededRegion, seededSalesChannel, seededTaxRates } from './regions.ts'
import { seededShippingOptions } from './shipping.ts'

/** The dates of a record that was made some days after the seed's first moment. */
export function timestampsLater(days: number) {
  const created_at = new Date(Date.parse(SEEDED_AT) + days * DAY_MS).toISOString()
  return { created_at, updated_at: created_at }
}

/** The same for records that can be deleted. */
export const daysLater = (days: number) => ({ ...timestampsLater(days), deleted_at: null })

/** Where a record belongs; `n` makes the seeded ids of an order's parts, so each order counts on from a number of its own. */
interface Placing {
  n: number
  order_id: string
  days: number
}

interface Sold {
  variant_id: string
  quantity: number
  detail?: Partial<OrderItemDetail>
  adjustments?: readonly Pick<ItemAdjustment, 'amount' | 'code' | 'description' | 'promotion_id'>[]
  /** Other than Germany's. */
  country_code?: string
}

export function orderLine(
  { n, order_id, days }: Placing,
  { variant_id, quantity, detail, adjustments = [], country_code = 'de' }: Sold,
): OrderItem {
  const { product, variant, unit_price } = snapshotOf(variant_id)
  const id = seededId('ordli', n)
  const dates = daysLater(days)
  const titleOf = (option_id: string | null) => product.options.find((option) => option.id === option_id)?.title ?? ''
  return {
    id,
    title: product.title,
    subtitle: variant.title,
    thumbnail: variant.thumbnail,
    quantity,
    requires_shipping: true,
    is_discountable: product.discountable,
    is_giftcard: product.is_giftcard,
    is_tax_inclusive: false,
    is_custom_price: false,
    unit_price,
    compare_at_unit_price: null,
    cart_id: null,
    product_id: product.id,
    product_title: product.title,
    product_description: product.description,
    product_subtitle: product.subtitle,
    product_type: product.type?.value ?? null,
    product_type_id: product.type_id,
    product_collection: product.collection?.title ?? null,
    product_handle: product.handle,
    variant_id,
    variant_sku: variant.sku,
    variant_barcode: variant.barcode,
    variant_title: variant.title,
    variant_option_values: Object.fromEntries(variant.options.map(({ option_id, value }) => [titleOf(option_id), value])),
    product: JsonText.of(product),
    variant: JsonText.of(variant),
    tax_lines: [{ ...taxLine('ordlitxl', n, country_code, product.type_id), item_id: id, ...dates }],
    adjustments: adjustments.map((adjustment, index) => ({
      id: seededId('ordliadj', n + index),
      item_id: id,
      order_id,
      is_tax_inclusive: false,
      provider_id: null,
      ...adjustment,
      ...timestampsLater(days),
    })),
    detail: {
      id: seededId('orditem', n),
      item_id: id,
      order_id,
      version: 1,
      unit_price: null,
      compare_at_unit_price: null,
      quantity,
      fulfilled_quantity: 0,
      delivered_quantity: 0,
      shipped_quantity: 0,
      return_requested_quantity: 0,
      return_received_quantity: 0,
      return_dismissed_quantity: 0,
      written_off_quantity: 0,
      metadata: null,
      ...detail,
      ...dates,
    },
    metadata: null,
    line_item_metadata: null,
    ...dates,
  }
}

export function orderShipping(
  { n, order_id, days }: Placing,
  {
    option_id = ids.shipping_option,
    amount = 10,
    country_code = 'de',
    ...overrides
  }: Partial<ShippingMethod> & { option_id?: string; country_code?: string } = {},
): ShippingMethod {
  const id = seededId('ordsm', n)
  const dates = daysLater(days)
  return {
    id,
    order_id,
    name: seededShippingOptions.find((option) => option.id === option_id)?.name ?? 'Parcel',
    description: null,
    amount,
    is_tax_inclusive: false,
    is_custom_amount: false,
    shipping_option_id: option_id,
    data: {},
    metadata: null,
    tax_lines: [{ ...taxLine('ordsmtxl', n, country_code, null), shipping_method_id: id, ...dates }],
    adjustments: [],
    detail: {
      id: seededId('ordspmv', n),
      shipping_method_id: id,
      order_id,
      version: 1,
      claim_id: null,
      exchange_id: null,
      return_id: null,
      ...dates,
    },
    ...dates,
    ...overrides,
  }
}

/** A method with its totals: as a return, an exchange or a claim shows it. */
export const withOwnTotals = (method: ShippingMethod): OrderShippingMethod =>
  ({ ...method, ...shippingMethodTotals(method), actions: [] }) as unknown as OrderShippingMethod

function taxLine(prefix: string, n: number, country_code: string, type_id: string | null) {
  const wanted = country_code === 'fr' ? 'TVA20' : type_id === BOOK_TYPE_ID ? 'VAT7' : 'VAT19'
  const { id: tax_rate_id, rate, code, name } = seededTaxRates.find((one) => one.code === wanted)!
  return {
    id: seededId(prefix, n),
    rate: rate ?? 0,
    code: code ?? '',
    description: name,
    tax_rate_id,
    provider_id: 'tp_system',
    data: null,
    metadata: null,
  }
}

export function orderAddress(
  n: number,
  days: number,
  { address_name: _, is_default_billing: __, is_default_shipping: ___, ...address }: CustomerAddress,
): OrderAddress {
  const country = seededRegion.countries.find(({ iso_2 }) => iso_2 === address.country_code) ?? null
  return { ...address, id: seededId('ordaddr', n), country, ...daysLater(days) }
}

/** The promotion that some orders were placed with. */
export const welcome: Promotion = {
  id: ids.promotion,
  code: WELCOME_CODE,
  is_automatic: false,
  is_tax_inclusive: false,
  application_method: { type: 'percentage', value: '10', currency_code: null },
}

/** Its adjustment of a line or a shipping method. */
export const welcomed = (amount: number) => ({
  amount,
  code: welcome.code,
  description: 'Welcome',
  promotion_id: welcome.id,
})

type Placed = Pick<Order, 'id' | 'display_id' | 'items' | 'shipping_methods'> & Partial<Order>

/** An order that was just placed, unpaid: the rest is said by overrides. */
export function placedOrder(days: number, order: Placed): Omit<Order, 'summary'> {
  return {
    version: 1,
    region_id: ids.region,
    region: seededRegion,
    customer_id: ids.customer,
    sales_channel_id: ids.sales_channel,
    sales_channel: seededSalesChannel,
    seller_id: ids.seller,
    email: null,
    currency_code: 'eur',
    locale: null,
    custom_display_id: null,
    status: 'pending',
    payment_status: 'not_paid',
    fulfillment_status: 'not_fulfilled',
    is_draft_order: false,
    no_notification: null,
    payment_collections: [],
    fulfillments: [],
    transactions: [],
    credit_lines: [],
    promotions: [],
    shipping_address_id: order.shipping_address?.id ?? null,
    shipping_address: null,
    billing_address_id: order.billing_address?.id ?? null,
    billing_address: null,
    metadata: null,
    canceled_at: null,
    returns: [],
    exchanges: [],
    claims: [],
    changes: [],
    ...daysLater(days),
    ...order,
  }
}
