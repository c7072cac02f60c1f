import {
  boundsFit,
  type DecisionContext,
  definedOf,
  invalidData,
  type VariantPriceChangeInput,
  type VariantPriceInput,
} from '@souk/contracts'
import { assertNamedOnce } from '../lists/assert-named-once.ts'
import { type PriceRecord, priceKey, rulePairs } from '../prices/price.ts'
import type { VariantRecord } from './product-record.ts'

/** A base price that a variant should have. */
export interface WantedPrice {
  price: PriceRecord
  /** The id of the existing price to change into it, if the request names one. */
  id: string | undefined
}

/** The base prices that a variant should have; of two with the same key the last one counts. */
export function wantedPrices(
  inputs: readonly VariantPriceInput[],
  { id: variant_id, price_set_id }: Pick<VariantRecord, 'id' | 'price_set_id'>,
  { seller_id, context: { newId, now } }: { seller_id: string | null; context: DecisionContext },
): WantedPrice[] {
  const ids = inputs.map(() => newId('price')).toSorted() // sorted like the prices
  const wanted = inputs.map((input, at): WantedPrice => {
    const parts = partsOf(input, variant_id)
    const dates = { created_at: now, updated_at: now, deleted_at: null }
    const price = {
      id: ids[at]!,
      title: null,
      ...parts,
      shipping_option_id: null,
      key: priceKey(parts),
      amount: input.amount,
      price_set_id,
      price_list_id: null,
      seller_id,
      ...dates,
    }
    return { price, id: input.id }
  })
  return [...new Map(wanted.map((one) => [one.price.key, one])).values()]
}

/** Whether these base prices differ from those of the variant, in any order. */
export function areOtherPrices(
  inputs: readonly VariantPriceInput[],
  variant_id: string,
  present: readonly Pick<PriceRecord, 'key' | 'amount'>[],
): boolean {
  const amounts = new Map(inputs.map((input) => [priceKey(partsOf(input, variant_id)), input.amount]))
  return amounts.size !== present.length || present.some(({ key, amount }) => amounts.get(key) !== amount)
}

/** The parts that identify a price of a variant: if they are equal, it is the same price. */
const partsOf = (
  { currency_code, min_quantity = null, max_quantity = null, rules = {} }: VariantPriceInput,
  variant_id: string,
) => ({ variant_id, currency_code, min_quantity, max_quantity, rules: rulePairs(rules) })

/** The base prices of a new variant. */
export const newBasePrices = (...given: Parameters<typeof wantedPrices>): PriceRecord[] =>
  wantedPrices(...given).map(({ price }) => price)

/**
 * The prices of a variant after a change: one with the id of a present price keeps whatever the change leaves out.
 * @param present its base prices
 * @throws invalid_data for an incomplete price with an id that the variant does not have, for one that is named twice, and if its
 * quantities would exclude each other
 */
export function completedPrices(
  inputs: readonly VariantPriceChangeInput[],
  present: readonly PriceRecord[],
): VariantPriceInput[] {
  const named = inputs.flatMap(({ id }) => id ?? [])
  assertNamedOnce('Price', named)
  return inputs.map((input): VariantPriceInput => {
    const price = present.find(({ id }) => id === input.id)
    const { currency_code = price?.currency_code, amount = price?.amount } = input
    if (currency_code === undefined || typeof amount !== 'number') throw invalidData(`Price with id: ${input.id} was not found`)
    const completed = { ...(price && conditionsOf(price)), ...definedOf(input), currency_code, amount }
    const isBounded = input.min_quantity !== undefined || input.max_quantity !== undefined // others keep what they have
    if (isBounded && !boundsFit(completed))
      throw invalidData(`Price with id: ${input.id} would have a min_quantity above its max_quantity`)
    return completed
  })
}

const conditionsOf = ({ min_quantity, max_quantity, rules }: PriceRecord) => ({
  min_quantity,
  max_quantity,
  rules: Object.fromEntries(rules.map(({ attribute, value }) => [attribute, value])),
})
