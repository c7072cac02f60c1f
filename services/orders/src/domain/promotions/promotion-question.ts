import type { BodyOf, QuotedPromotions, quotePromotions, Region } from '@souk/contracts'
import type { Order } from '../orders/order.ts'
import type { OrderItem, ShippingMethod } from '../orders/order-lines.ts'
import type { KeptOrderSet } from '../orders/order-set.ts'

type Asked = BodyOf<typeof quotePromotions>
type AskedRegion = NonNullable<Asked['order']['region']> & Pick<Region, 'automatic_taxes'>

/**
 * The facts about an order or a draft that determine its promotions, as far as the order itself has them: without its customer
 * and options. The seller of a line is null if only its variant tells, or if it has no variant.
 */
export interface PromotionQuestion extends Omit<Asked, 'promotion_ids' | 'order' | 'shipping_methods'> {
  promotion_ids: string[]
  order: Omit<Asked['order'], 'customer' | 'region'> & { region: AskedRegion | null }
  shipping_methods: Omit<Asked['shipping_methods'][number], 'shipping_option'>[]
  /** Absent: the order is in no set, so that no other orders count. */
  order_set?: PlaceInSet | undefined
}

interface PlaceInSet extends Pick<KeptOrderSet, 'id' | 'place'> {
  /** The order's present discounts. */
  taken: Taken[]
}

/** An amount that a promotion takes off a line or a shipping method. */
export type Taken = QuotedPromotions['adjustments'][number]

export type Promoted = Omit<Order, 'changes' | 'returns' | 'exchanges' | 'claims'>

/** The request for the promotions of a draft. Automatic ones need no code. */
export function promotionQuestion(draft: Promoted): PromotionQuestion {
  const { id, currency_code, email, locale, region_id, sales_channel_id, customer_id, region, shipping_address, metadata } = draft
  return {
    is_placed: false,
    ...namesOf(draft.promotions.filter(({ is_automatic }) => !is_automatic)),
    order: {
      id,
      currency_code,
      email,
      locale,
      region_id,
      sales_channel_id,
      customer_id,
      metadata,
      region: region && { ...region },
      shipping_address: shipping_address && { ...shipping_address },
    },
    // A custom item is no seller's.
    items: draft.items.map((line) => askedLine(line, line.variant_id === null ? null : draft.seller_id)),
    shipping_methods: draft.shipping_methods.map(askedMethod),
  }
}

/** The request for the promotions of a placed order: its own ones, including automatic ones. */
export const placedQuestion = (order: Promoted): PromotionQuestion => ({
  ...promotionQuestion(order),
  is_placed: true,
  ...namesOf(order.promotions),
})

/** The present discounts on an order. */
export const takenOff = ({ items, shipping_methods }: Promoted): Taken[] =>
  [...items, ...shipping_methods].flatMap(({ id: line_id, adjustments }) =>
    adjustments.flatMap(({ promotion_id, code, amount, is_tax_inclusive }) =>
      promotion_id ? { line_id, promotion_id, code: code ?? '', amount, is_tax_inclusive } : [],
    ),
  )

/** The ids of the promotions, and their codes for a `cart` that is too old to use the ids. */
const namesOf = (promotions: Promoted['promotions']) => ({
  promotion_ids: promotions.map(({ id }) => id),
  codes: promotions.flatMap(({ code }) => code ?? []),
})

function askedLine(line: OrderItem, seller_id: string | null): PromotionQuestion['items'][number] {
  const { id, title, quantity, unit_price, is_tax_inclusive, is_discountable, is_giftcard, requires_shipping } = line
  const { product_id, product_type_id, product_handle, variant_id, variant_sku, metadata } = line
  return {
    id,
    title,
    quantity,
    unit_price,
    is_tax_inclusive,
    is_discountable,
    is_giftcard,
    requires_shipping,
    product_id,
    product_type_id,
    product_handle,
    variant_id,
    variant_sku,
    metadata,
    seller_id,
    tax_lines: line.tax_lines.map(rateOf),
    product: productOf(line),
    variant: variantOf(line),
  }
}

/** The product as it was when the line was made. */
function productOf({ product, product_id, product_type_id }: OrderItem): Asked['items'][number]['product'] {
  if (product_id === null) return null
  const { collection_id = null, type_id = product_type_id, categories = [], tags = [] } = product?.value ?? {}
  return { ...product?.value, id: product_id, collection_id, type_id, categories, tags }
}

const variantOf = ({ variant, variant_id }: OrderItem) => (variant_id === null ? null : { ...variant?.value, id: variant_id })

function askedMethod(method: ShippingMethod): PromotionQuestion['shipping_methods'][number] {
  const { id, name, amount, is_tax_inclusive, shipping_option_id } = method
  return { id, name, amount, is_tax_inclusive, shipping_option_id, tax_lines: method.tax_lines.map(rateOf) }
}

const rateOf = ({ rate }: { rate: number }) => ({ rate })
