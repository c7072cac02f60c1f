import { type DecisionContext, invalidData, type VariantPriceChangeInput, type VariantPriceInput } from '@souk/contracts'
import { type PriceRecord, priceKey, rulePairs } from '../prices/price.ts'
import type { VariantRecord } from './product-record.ts'

/** A base price that a variant is to have. */
export interface WantedPrice {
  price: PriceRecord
  /** The id of the price that becomes it, where the request names one. */
  id: string | undefined
}

/** The base prices that a variant is to have, of two with the same key the last one. */
export function wantedPrices(
  inputs: readonly VariantPriceInput[],
  { id: variant_id, price_set_id }: Pick<VariantRecord, 'id' | 'price_set_id'>,
  { seller_id, context: { newId, now } }: { seller_id: string | null; context: DecisionContext },
): WantedPrice[] {
  const ids = inputs.map(() => newId('price')).toSorted() // they keep the order of the prices
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

/** Whether these are other base prices than the variant has, in any order. */
export function areOtherPrices(
  inputs: readonly VariantPriceInput[],
  variant_id: string,
  present: readonly Pick<PriceRecord, 'key' | 'amount'>[],
): boolean {
  const amounts = new Map(inputs.map((input) => [priceKey(partsOf(input, variant_id)), input.amount]))
  return amounts.size !== present.length || present.some(({ key, amount }) => amounts.get(key) !== amount)
}

/** Prices of a variant that are equal in these parts are the same price. */
const partsOf = (
  { currency_code, min_quantity = null, max_quantity = null, rules = {} }: VariantPriceInput,
  variant_id: string,
) => ({ variant_id, currency_code, min_quantity, max_quantity, rules: rulePairs(rules) })

/** The base prices of a variant that is made. */
export const newBasePrices = (...given: Parameters<typeof wantedPrices>): PriceRecord[] =>
  wantedPrices(...given).map(({ price }) => price)

/** Whether a price is named by its id, and something of it is to stay as it is. */
const isPartOfPrice = ({ id, currency_code, amount }: VariantPriceChangeInput): boolean =>
  id !== undefined && (currency_code === undefined || amount === undefined)

/**
 * The prices of a variant after a change, with the fields that the change leaves as they are.
 * @param present its base prices
 * @throws invalid_data for a price that is named by its id alone, and that it does not have
 */
export function completedPrices(
  inputs: readonly VariantPriceChangeInput[],
  present: readonly PriceRecord[],
): VariantPriceInput[] {
  return inputs.map((input): VariantPriceInput => {
    if (!isPartOfPrice(input)) return input as VariantPriceInput
    const price = present.find(({ id }) => id === input.id)
    if (!price || price.amount === null) throw invalidData(`Price with id: ${input.id} was not found`)
    const {
      currency_code = price.currency_code,
      amount = price.amount,
      min_quantity = price.min_quantity,
      max_quantity = price.max_quantity,
      rules = Object.fromEntries(price.rules.map(({ attribute, value }) => [attribute, value])),
    } = input
    return { id: price.id, currency_code, amount, min_quantity, max_quantity, rules }
  })
}
