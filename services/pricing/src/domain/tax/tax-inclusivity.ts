import type { PriceRule } from '../prices/price-rules.ts'

/** Whether amounts of a currency, or prices bound to a region, include tax. */
export interface PricePreference {
  attribute: string
  value: string | null
  is_tax_inclusive: boolean
}

interface TaxablePrice {
  currency_code: string
  rules?: readonly PriceRule[]
}

/**
 * The region's preference decides for a price that is limited to that region, the currency's for every other; false without any.
 */
export function isTaxInclusive(
  { currency_code, rules = [] }: TaxablePrice,
  preferences: readonly PricePreference[],
  regionId: string | null | undefined,
): boolean {
  const ofRegion = preferences.find(({ attribute, value }) => attribute === 'region_id' && value === regionId)
  if (ofRegion && rules.some(({ attribute, value }) => attribute === 'region_id' && value === regionId)) {
    return ofRegion.is_tax_inclusive
  }
  const code = currency_code.toLowerCase()
  const ofCurrency = (isOfCode: (value: string) => boolean) =>
    preferences.find(({ attribute, value }) => attribute === 'currency_code' && value !== null && isOfCode(value))
  // That of the store has its code in lower case; others are created with any.
  const chosen = ofCurrency((value) => value === code) ?? ofCurrency((value) => value.toLowerCase() === code)
  return chosen?.is_tax_inclusive ?? false
}
