import { type CartShippingMethod, type DecisionContext, invalidData, type Metadata, type QuotedShipping } from '@souk/contracts'
import type { CartRecord } from '../carts/cart.ts'
import { NO_TOTALS } from '../line-items/line-item.ts'
import { isShippedBy, knownSellers } from '../line-items/line-sellers.ts'
import { presentLines } from '../line-items/plan-lines.ts'
import type { Quoted } from '../line-items/quote.ts'
import { reprice, repricing } from '../line-items/reprice.ts'

/** A shipping option as chosen by a customer, with data for its fulfillment provider. */
export interface ShippingChoice {
  option_id: string
  data?: Metadata | undefined
}

/**
 * The cart with a shipping method for each chosen option. They replace the present methods of the same shipping profiles (of the
 * same seller, if the cart has goods of several; one of the marketplace replaces those of sellers if all of them have one), and
 * those without a profile; all others are priced again. Lines keep their prices.
 * @param quoted the quote of all present and chosen options
 * @throws invalid_data if an option is not offered to the cart, belongs to a seller of none of its goods, or has no price in its
 * currency
 */
export function chooseShipping(
  cart: CartRecord,
  choices: readonly ShippingChoice[],
  quoted: Quoted,
  context: DecisionContext,
): CartRecord {
  const { quote } = quoted
  const optionOf = (id: string | null) => quote.shipping_options.find((option) => option.id === id)
  const chosen = choices.map((choice) => ({ choice, option: optionOf(choice.option_id) }))
  const sellers = knownSellers(cart)
  if (chosen.some(({ option }) => !option)) throw invalidData('Shipping Options are invalid for cart.')
  const foreign = chosen.find(({ option }) => !isShippedBy(option!.seller_id, sellers))
  if (foreign) {
    throw invalidData(`Shipping option with id: ${foreign.choice.option_id} is not available for any of the cart items`)
  }
  const unpriced = chosen.flatMap(({ option }) => (option!.amount === null ? option!.id : []))
  if (unpriced.length > 0) throw invalidData(`Shipping options with IDs ${[...new Set(unpriced)].join(', ')} do not have a price`)

  const isOfSeveral = sellers !== null && sellers.length > 1
  const placeOf = ({ shipping_profile_id, seller_id }: QuotedShipping) =>
    JSON.stringify([shipping_profile_id, isOfSeveral && seller_id])
  const replaced = new Set(chosen.map(({ option }) => placeOf(option!)))
  const kept = cart.shipping_methods.filter(({ shipping_option_id }) => {
    const option = optionOf(shipping_option_id)
    return option?.shipping_profile_id && !replaced.has(placeOf(option))
  })
  const made = chosen.map(({ choice, option }) => newMethod(cart.id, option!, choice, context))
  const lines = repricing(presentLines(cart.items), quoted, cart)
  const withMethods = (others: typeof kept) => reprice({ ...cart, shipping_methods: [...others, ...made] }, lines, context)
  const repriced = withMethods(kept)
  const has = ({ id }: QuotedShipping) => repriced.shipping_methods.some(({ shipping_option_id }) => shipping_option_id === id)
  // No line needs the marketplace's method, as its seller has one: then it replaces those of all sellers.
  const unneeded = chosen.flatMap(({ option }) =>
    option!.seller_id === null && !has(option!) ? option!.shipping_profile_id : [],
  )
  if (unneeded.length === 0) return repriced
  return withMethods(
    kept.filter((method) => !unneeded.includes(optionOf(method.shipping_option_id)?.shipping_profile_id ?? null)),
  )
}

/** Its price and taxes are computed together with the others'. */
const newMethod = (
  cart_id: string,
  { id, name }: QuotedShipping,
  { data }: ShippingChoice,
  { newId, now }: DecisionContext,
): CartShippingMethod => ({
  id: newId('casm'),
  cart_id,
  name,
  description: null,
  amount: 0,
  is_tax_inclusive: false,
  is_custom_amount: false,
  shipping_option_id: id,
  data: data ?? {},
  metadata: null,
  tax_lines: [],
  adjustments: [],
  ...NO_TOTALS,
  created_at: now,
  updated_at: now,
  deleted_at: null,
})
