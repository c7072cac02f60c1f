import { getPricePreference as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { pricePreferenceAnswer } from '../../answers/price-preference.ts'
import type { Deps } from '../../deps.ts'

export const getPricePreference = implement(contract, async ({ params, deadline }, { pricePreferences }: Deps) =>
  pricePreferenceAnswer(await pricePreferences.get(params.id, deadline)),
)
