import { updatePricePreference as contract } from '@souk/contracts'
import { implement, patch } from '@souk/runtime'
import { pricePreferenceAnswer } from '../../answers/price-preference.ts'
import type { Deps } from '../../deps.ts'

export const updatePricePreference = implement(contract, async ({ params, body, command }, { pricePreferences }: Deps) =>
  pricePreferenceAnswer(await pricePreferences.update(params.id, command, patch(body))),
)
