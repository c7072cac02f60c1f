import type { CartShippingMethod, DecisionContext, QuotedShipping, ShippingTaxLine } from '@souk/contracts'
import type { CartRecord } from '../carts/cart.ts'
import { rateOf } from '../line-items/line-item.ts'
import { isShippedBy } from '../line-items/line-sellers.ts'

type Context = Pick<DecisionContext, 'newId' | 'now'>

/** The options for which a quote was requested, and the prices of those that still exist. */
export interface QuotedOptions {
  asked: readonly string[]
  shipping_options: readonly QuotedShipping[]
}

/**
 * The cart's shipping methods at their options' present prices and taxes, without totals. A method is dropped if its option no
 * longer exists, is not offered to the cart, or has no price in its currency; if there are several methods, also if no line that
 * it could ship needs its shipping profile. A method without an option, or with one that is not in the quote's request, stays as
 * it is.
 */
export function refreshMethods(
  { shipping_methods, ...cart }: Pick<CartRecord, 'shipping_methods' | 'items' | 'line_sellers'>,
  { asked, shipping_options }: QuotedOptions,
  context: Context,
): CartShippingMethod[] {
  const isOneOfSeveral = shipping_methods.length > 1
  const sellerOf = new Map(cart.line_sellers?.map(({ variant_id, seller_id }) => [variant_id, seller_id]))
  return shipping_methods.flatMap((method) => {
    if (method.shipping_option_id === null || !asked.includes(method.shipping_option_id)) return method
    const option = shipping_options.find(({ id }) => id === method.shipping_option_id)
    if (!option || (option.amount === null && !method.is_custom_amount)) return []
    if (isOneOfSeveral && option.shipping_profile_id !== null && !isNeeded(option, cart, sellerOf)) return []
    return refreshMethod(method, option, context)
  })
}

const isNeeded = (
  { seller_id, shipping_profile_id }: QuotedShipping,
  { items }: Pick<CartRecord, 'items'>,
  sellerOf: ReadonlyMap<string, string | null>,
): boolean =>
  items.some((item) => {
    if (!item.requires_shipping || item.product?.value.shipping_profile?.id !== shipping_profile_id) return false
    const seller = sellerOf.get(item.variant_id ?? '')
    return isShippedBy(seller_id, seller === undefined ? null : [seller])
  })

function refreshMethod(method: CartShippingMethod, option: QuotedShipping, { newId, now }: Context): CartShippingMethod {
  const price = method.is_custom_amount
    ? {}
    : { name: option.name, amount: option.amount ?? 0, is_tax_inclusive: option.is_tax_inclusive }
  const tax_lines = option.tax_lines.map((rate): ShippingTaxLine => {
    const before = method.tax_lines.find(({ tax_rate_id }) => tax_rate_id === rate.tax_rate_id)
    const made = before ?? {
      id: newId('casmtxl'),
      shipping_method_id: method.id,
      subtotal: 0,
      total: 0,
      data: null,
      metadata: null,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    }
    return { ...made, ...rateOf(rate) }
  })
  return { ...method, ...price, tax_lines }
}
