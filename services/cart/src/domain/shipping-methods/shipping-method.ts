import type { CartShippingMethod, DecisionContext, QuotedShipping, ShippingTaxLine } from '@souk/contracts'
import type { CartRecord } from '../carts/cart.ts'
import { rateOf } from '../line-items/line-item.ts'
import { isShippedBy, knownSellers } from '../line-items/line-sellers.ts'

/** The options for which a quote was requested, and the prices of those that still exist. */
export interface QuotedOptions {
  asked: readonly string[]
  shipping_options: readonly QuotedShipping[]
  keepsTaxes: boolean
}

/**
 * The cart's shipping methods at their options' present prices and taxes, without totals. A method is dropped if its option no
 * longer exists, is not offered to the cart, belongs to a seller of none of its goods, or has no price in its currency; if there
 * are several methods, also if no line needs it. A method without an option, or with one that is not in the quote's request,
 * stays as it is.
 */
export function refreshMethods(
  { shipping_methods, ...cart }: Pick<CartRecord, 'shipping_methods' | 'items' | 'line_sellers'>,
  { asked, shipping_options, keepsTaxes }: QuotedOptions,
  context: DecisionContext,
): CartShippingMethod[] {
  const sellers = knownSellers(cart)
  const refreshed = shipping_methods.flatMap((method) => {
    if (method.shipping_option_id === null || !asked.includes(method.shipping_option_id)) return { method }
    const option = shipping_options.find(({ id }) => id === method.shipping_option_id)
    if (!option || !isShippedBy(option.seller_id, sellers)) return []
    if (option.amount === null && !method.is_custom_amount) return []
    const refreshed = refreshMethod(method, option, context)
    return { method: keepsTaxes ? { ...refreshed, tax_lines: method.tax_lines } : refreshed, option }
  })
  const isOneOfSeveral = shipping_methods.length > 1
  const options = refreshed.flatMap(({ option }) => option ?? [])
  return refreshed.flatMap(({ method, option }) => (isOneOfSeveral && option && !isNeeded(option, options, cart) ? [] : method))
}

/**
 * Whether a line that is sent may need the option: one of its shipping profile, and of its seller or, if the option is the
 * marketplace's, of a seller without an option for it.
 */
function isNeeded(
  { seller_id, shipping_profile_id }: QuotedShipping,
  options: readonly QuotedShipping[],
  { items, line_sellers }: Pick<CartRecord, 'items' | 'line_sellers'>,
): boolean {
  if (shipping_profile_id === null) return true
  const sellerOf = new Map(line_sellers?.map((line) => [line.variant_id, line.seller_id]))
  const ofProfile = options.filter((option) => option.shipping_profile_id === shipping_profile_id)
  return items.some((item) => {
    if (!item.requires_shipping || item.product?.value.shipping_profile?.id !== shipping_profile_id) return false
    const seller = sellerOf.get(item.variant_id ?? '')
    if (seller === undefined || seller === seller_id) return true
    return seller_id === null && !ofProfile.some((option) => option.seller_id === seller)
  })
}

function refreshMethod(method: CartShippingMethod, option: QuotedShipping, { newId, now }: DecisionContext): CartShippingMethod {
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
