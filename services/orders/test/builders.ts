import type { QuotedLine, QuotedShipping } from '@souk/contracts'
import type { ChangeActionType, Created, OrderChange, OrderChangeAction } from '../src/domain/order-changes/order-change.ts'
import type { Order } from '../src/domain/orders/order.ts'
import type { OrderItem, ShippingMethod } from '../src/domain/orders/order-lines.ts'

export const NOW = '2026-06-15T12:00:00.000Z'
const recorded = { created_at: NOW, updated_at: NOW, deleted_at: null }

/** Any part of a record, at any depth, null where a list is empty. */
export type Partly<T> = T extends readonly (infer E)[]
  ? readonly Partly<E>[]
  : T extends object
    ? { [K in keyof T]?: Partly<T[K]> | undefined }
    : T

const aTaxLine = ({ rate = 10, ...line }: Partly<OrderItem['tax_lines'][number]>) => ({
  id: 'txl',
  code: 'VAT',
  description: 'VAT',
  tax_rate_id: 'txr_1',
  provider_id: 'system',
  data: null,
  metadata: null,
  ...recorded,
  ...line,
  rate,
})

const anAdjustment = ({ amount = 0, ...adjustment }: Partly<OrderItem['adjustments'][number]>) => ({
  id: 'adj',
  is_tax_inclusive: false,
  order_id: 'order_1',
  code: null,
  description: null,
  promotion_id: null,
  provider_id: null,
  ...recorded,
  ...adjustment,
  amount,
})

/** A line item of 2 x 25 without tax, unless the overrides say otherwise. */
export function anItem({ tax_lines = [], adjustments = [], detail = {}, ...item }: Partly<OrderItem> = {}): OrderItem {
  const id = item.id ?? 'ordli_1'
  const quantity = item.quantity ?? 2
  return {
    order_id: 'order_1',
    cart_id: null,
    title: 'Shirt',
    subtitle: null,
    thumbnail: null,
    unit_price: 25,
    compare_at_unit_price: null,
    requires_shipping: true,
    is_discountable: true,
    is_giftcard: false,
    is_tax_inclusive: false,
    is_custom_price: false,
    product_id: null,
    product_title: null,
    product_description: null,
    product_subtitle: null,
    product_type: null,
    product_type_id: null,
    product_collection: null,
    product_handle: null,
    variant_id: null,
    variant_sku: null,
    variant_barcode: null,
    variant_title: null,
    variant_option_values: null,
    product: null,
    variant: null,
    metadata: null,
    line_item_metadata: item.metadata ?? null,
    ...recorded,
    ...item,
    id,
    quantity,
    tax_lines: tax_lines.map((line) => ({ item_id: id, ...aTaxLine(line) })),
    adjustments: adjustments.map((adjustment) => ({ item_id: id, ...anAdjustment(adjustment) })),
    detail: {
      id: `orditem_${id}`,
      item_id: id,
      order_id: 'order_1',
      version: 1,
      unit_price: null,
      compare_at_unit_price: null,
      fulfilled_quantity: 0,
      delivered_quantity: 0,
      shipped_quantity: 0,
      return_requested_quantity: 0,
      return_received_quantity: 0,
      return_dismissed_quantity: 0,
      written_off_quantity: 0,
      metadata: null,
      ...recorded,
      ...detail,
      quantity,
    },
  } as OrderItem
}

/** A shipping method of 10 without tax, unless the overrides say otherwise. */
export function aMethod({
  tax_lines = [],
  adjustments = [],
  detail = {},
  ...method
}: Partly<ShippingMethod> = {}): ShippingMethod {
  const id = method.id ?? 'ordsm_1'
  return {
    order_id: 'order_1',
    name: 'Standard',
    description: null,
    amount: 10,
    is_tax_inclusive: false,
    is_custom_amount: false,
    shipping_option_id: 'so_1',
    data: {},
    metadata: null,
    ...recorded,
    ...method,
    id,
    tax_lines: tax_lines.map((line) => ({ shipping_method_id: id, ...aTaxLine(line) })),
    adjustments: adjustments.map((adjustment) => ({ shipping_method_id: id, ...anAdjustment(adjustment) })),
    detail: {
      id: `ordspmv_${id}`,
      shipping_method_id: id,
      order_id: 'order_1',
      version: 1,
      return_id: null,
      exchange_id: null,
      claim_id: null,
      ...recorded,
      ...detail,
    },
  } as ShippingMethod
}

/** An order of one item (50) and one shipping method (10) in usd, nothing paid. */
export const anOrder = (overrides: Partial<Order> = {}): Order => ({
  id: 'order_1',
  version: 1,
  display_id: 1,
  custom_display_id: null,
  status: 'pending',
  payment_status: 'not_paid',
  fulfillment_status: 'not_fulfilled',
  is_draft_order: false,
  no_notification: null,
  email: 'buyer@example.test',
  currency_code: 'usd',
  locale: null,
  region_id: 'reg_1',
  region: null,
  customer_id: 'cus_1',
  seller_id: 'sel_1',
  sales_channel_id: 'sc_1',
  sales_channel: null,
  shipping_address_id: null,
  shipping_address: null,
  billing_address_id: null,
  billing_address: null,
  items: [anItem()],
  shipping_methods: [aMethod()],
  transactions: [],
  credit_lines: [],
  promotions: [],
  payment_collections: [],
  fulfillments: [],
  returns: [],
  exchanges: [],
  claims: [],
  changes: [],
  summary: {
    paid_total: 0,
    refunded_total: 0,
    pending_difference: 60,
    current_order_total: 60,
    original_order_total: 60,
    transaction_total: 0,
    accounting_total: 60,
    credit_line_total: 0,
  },
  metadata: null,
  canceled_at: null,
  ...recorded,
  ...overrides,
})

export type ActionInput = Partial<Omit<OrderChangeAction, 'action'>> & { action: ChangeActionType; created?: Created }

export const anAction = (action: ActionInput): OrderChangeAction => ({
  id: 'ordchact_1',
  order_change_id: 'ordch_1',
  order_id: 'order_1',
  return_id: null,
  claim_id: null,
  exchange_id: null,
  version: 2,
  ordering: 1,
  reference: null,
  reference_id: null,
  amount: null,
  details: {},
  internal_note: null,
  applied: false,
  ...recorded,
  ...action,
})

export const aChange = (actions: readonly ActionInput[] = [], overrides: Partial<OrderChange> = {}): OrderChange => ({
  id: 'ordch_1',
  order_id: 'order_1',
  return_id: null,
  claim_id: null,
  exchange_id: null,
  version: 2,
  change_type: 'edit',
  status: 'pending',
  description: null,
  internal_note: null,
  actions: actions.map((action, index) => anAction({ id: `ordchact_${index + 1}`, ordering: index + 1, ...action })),
  created_by: null,
  requested_by: null,
  requested_at: null,
  confirmed_by: null,
  confirmed_at: null,
  declined_by: null,
  declined_reason: null,
  declined_at: null,
  canceled_by: null,
  canceled_at: null,
  carry_over_promotions: null,
  no_notification: null,
  metadata: null,
  ...recorded,
  ...overrides,
})

/** An option that costs 12 plus 20 % tax. */
export const aShippingOption = (overrides: Partial<QuotedShipping> = {}): QuotedShipping => ({
  id: 'so_2',
  name: 'Express',
  amount: 12,
  is_tax_inclusive: false,
  data: null,
  provider_id: null,
  seller_id: null,
  shipping_profile_id: null,
  shipping_option_type_id: null,
  tax_lines: [{ rate: 20, code: 'VAT20', description: 'VAT', tax_rate_id: 'txr_2', provider_id: 'system' }],
  ...overrides,
})

/** Ids as a request derives them: the same sequence each time the decision is taken. */
export function aMaking() {
  const counts = new Map<string, number>()
  const newId = (prefix: string) => {
    const n = (counts.get(prefix) ?? 0) + 1
    counts.set(prefix, n)
    return `${prefix}_new${n}`
  }
  return { newId, now: '2026-07-01T00:00:00.000Z', actor_id: 'user_1' }
}

/** A variant that costs 12 plus 10 % tax, of the seller whose orders are built here. */
export const aQuotedLine = (overrides: Partial<QuotedLine> = {}): QuotedLine => ({
  variant_id: 'variant_2',
  quantity: 1,
  product: { id: 'prod_2', title: 'Cap', options: [{ id: 'opt_1', title: 'Size' }], type: null, collection: null } as never,
  variant: {
    id: 'variant_2',
    title: 'L',
    sku: 'CAP-L',
    inventory_items: [],
    options: [{ option_id: 'opt_1', value: 'L' }],
  } as never,
  unit_price: 12,
  compare_at_unit_price: null,
  is_tax_inclusive: false,
  seller_id: 'sel_1',
  tax_lines: [{ rate: 10, code: 'VAT10', description: 'VAT', tax_rate_id: 'txr_1', provider_id: 'system' }],
  ...overrides,
})

export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) deepFreeze(inner)
  }
  return value
}
