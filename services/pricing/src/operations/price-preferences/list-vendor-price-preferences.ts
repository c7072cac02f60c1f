import { listVendorPricePreferences as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const listVendorPricePreferences = implement(contract, async ({ query, deadline }, { pricePreferences }: Deps) => {
  const { records, ...page } = await pricePreferences.page(query, deadline, async (found) => found)
  return { price_preferences: records, ...page }
})
