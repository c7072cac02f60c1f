import { type RawAmount, rawAmount } from '@souk/contracts'
import { isTaxInclusive, type PricePreference } from '../tax/tax-inclusivity.ts'
import { type Candidate, candidatesOf, type PriceChoice, type PriceList } from './price-candidates.ts'

export type { PriceList, PricingContext } from './price-candidates.ts'

export interface PriceChoiceInput extends PriceChoice {
  price_set_id?: string
  preferences?: readonly PricePreference[]
}

export interface SelectedPrice {
  /** The price set's id, null if the caller named none. */
  id: string | null
  currency_code: string
  calculated_amount: number
  raw_calculated_amount: RawAmount
  is_calculated_price_price_list: boolean
  is_calculated_price_tax_inclusive: boolean
  calculated_price: ChosenPrice
  /** The price without sales; null if there is only a sale price. */
  original_amount: number | null
  raw_original_amount: RawAmount | null
  is_original_price_price_list: boolean
  is_original_price_tax_inclusive: boolean
  /** All null if there is only a sale price. */
  original_price: ChosenPrice
}

interface ChosenPrice {
  id: string | null
  price_list_id: string | null
  price_list_type: PriceList['type'] | null
  /** A bound of 0 has no effect, and is shown as null. */
  min_quantity: number | null
  max_quantity: number | null
}

/**
 * Chooses the price of one price set for a context.
 * @returns null if no price of the set fits
 * @throws invalid_data if the context has no currency
 */
export function selectPrice({ price_set_id, preferences = [], ...choice }: PriceChoiceInput): SelectedPrice | null {
  const chosen = choose(candidatesOf(choice))
  if (!chosen) return null

  const { calculated, original } = chosen
  const { region_id } = choice.context
  return {
    id: price_set_id ?? null,
    currency_code: calculated.price.currency_code.toLowerCase(),
    calculated_amount: calculated.price.amount,
    raw_calculated_amount: rawAmount(calculated.price.amount),
    is_calculated_price_price_list: calculated.list !== null,
    is_calculated_price_tax_inclusive: isTaxInclusive(calculated.price, preferences, region_id),
    calculated_price: chosenPrice(calculated),
    original_amount: original?.price.amount ?? null,
    raw_original_amount: original ? rawAmount(original.price.amount) : null,
    is_original_price_price_list: !!original?.list,
    is_original_price_tax_inclusive: !!original && isTaxInclusive(original.price, preferences, region_id),
    original_price: chosenPrice(original),
  }
}

interface Choice {
  calculated: Candidate
  original: Candidate | undefined
}

/**
 * An override replaces the default price, even with a higher one; a sale never raises it, and keeps the price that it reduces as
 * the original.
 */
function choose(candidates: readonly Candidate[]): Choice | undefined {
  const [best] = candidates
  if (!best) return undefined
  if (best.list?.type !== 'sale') return { calculated: best, original: best }

  const base = candidates.find(({ list }) => list === null)
  const override = candidates.find(({ list }) => list?.type === 'override')
  const calculated = base && base.price.amount < best.price.amount ? base : best
  return { calculated, original: override ?? base }
}

const chosenPrice = (candidate: Candidate | undefined): ChosenPrice => ({
  id: candidate?.price.id ?? null,
  price_list_id: candidate?.list?.id ?? null,
  price_list_type: candidate?.list?.type ?? null,
  min_quantity: candidate?.price.min_quantity || null,
  max_quantity: candidate?.price.max_quantity || null,
})
