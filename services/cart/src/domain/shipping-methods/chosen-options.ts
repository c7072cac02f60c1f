import { isDeepStrictEqual } from 'node:util'
import type { QuotedShipping } from '@souk/contracts'
import type { CartRecord, ChosenOption } from '../carts/cart.ts'

type Chosen = Pick<CartRecord, 'shipping_methods' | 'chosen_options'>

/**
 * The options of the cart's shipping methods, as last quoted; the same list if nothing changed, none if it was and stays empty.
 */
export function chosenOptions(
  { shipping_methods, chosen_options: before = [] }: Chosen,
  quoted: readonly QuotedShipping[],
): Pick<CartRecord, 'chosen_options'> {
  const ids = [...new Set(shipping_methods.flatMap(({ shipping_option_id }) => shipping_option_id ?? []))]
  const after = ids.flatMap((id): ChosenOption | [] => {
    const option = quoted.find((one) => one.id === id)
    if (!option) return before.find((one) => one.id === id) ?? []
    const { shipping_option_type_id, shipping_profile_id } = option
    return { id, shipping_option_type_id, shipping_profile_id }
  })
  if (after.length === 0) return before.length === 0 ? {} : { chosen_options: [] }
  return { chosen_options: isDeepStrictEqual(after, before) ? before : after }
}

/** Null if the cart does not know it. */
export const optionOf = ({ chosen_options }: Pick<CartRecord, 'chosen_options'>, id: string | null): ChosenOption | null =>
  chosen_options?.find((option) => option.id === id) ?? null
