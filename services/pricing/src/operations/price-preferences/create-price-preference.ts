import { createPricePreference as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { pricePreferenceAnswer } from '../../answers/price-preference.ts'
import type { Deps } from '../../deps.ts'

export const createPricePreference = implement(contract, async (request, { pricePreferences }: Deps) => {
  const { attribute, value, is_tax_inclusive = false } = request.body
  return pricePreferenceAnswer(await pricePreferences.create({ attribute, value, is_tax_inclusive }, request))
})
