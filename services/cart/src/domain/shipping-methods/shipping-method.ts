import type { CartShippingMethod, DecisionContext, QuotedShipping, ShippingTaxLine } from '@souk/contracts'
import type { CartRecord } from '../carts/cart.ts'
import { rateOf } from '../line-items/line-item.ts'
import { isShippedBy, knownSellers } from '../line-items/line-sellers.ts'

type Context = Pick<DecisionContext, 'newId' | 'now'>

/** The options that a quote was asked for, and its prices of those that still exist. */
export interface QuotedOptions {
  asked: readonly string[]
  shipping_options: readonly QuotedShipping[]
}

/**
 * The cart's shipping methods at their options' present prices and taxes, their totals not yet computed. A method goes when its
 * option is gone, is not offered to the cart, or has no price in its currency; of several methods those go as well whose
 * shipping profile no line needs that they may be for. One whose option was not asked for, or that has none, stays as it is.
 */
export function refreshMethods(
  { shipping_methods, ...cart }: Pick<CartRecord, 'shipping_methods' | 'items' | 'line_sellers'>,
  { asked, shipping_options }: QuotedOptions,
  context: Context,
): CartShippingMethod[] {
  const isOneOfSeveral = shipping_methods.length > 1
  return shipping_methods.flatMap((method) => {
    if (method.shipping_option_id === null || !asked.includes(method.shipping_option_id)) return method
    const option = shipping_options.find(({ id }) => id === method.shipping_option_id)
    if (!option || (option.amount === null && !method.is_custom_amount)) return []
    if (isOneOfSeveral && option.shipping_profile_id !== null && !isNeeded(option, cart)) return []
    return refreshMethod(method, option, context)
  })
}

const isNeeded = (
  { seller_id, shipping_profile_id }: QuotedShipping,
  { items, ...known }: Pick<CartRecord, 'items' | 'line_sellers'>,
): boolean =>
  items.some(
    (item) =>
      item.requires_shipping &&
      item.product?.value.shipping_profile?.id === shipping_profile_id &&
      isShippedBy(seller_id, knownSellers({ ...known, items: [item] })),
  )

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
