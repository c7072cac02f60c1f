import { pricePreferenceOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createPricePreference } from './create-price-preference.ts'
import { deletePricePreference } from './delete-price-preference.ts'
import { getPricePreference } from './get-price-preference.ts'
import { listPricePreferences } from './list-price-preferences.ts'
import { listVendorPricePreferences } from './list-vendor-price-preferences.ts'
import { updatePricePreference } from './update-price-preference.ts'

export const pricePreferenceHandlers = implementAll(pricePreferenceOperations, {
  createPricePreference,
  deletePricePreference,
  getPricePreference,
  listPricePreferences,
  updatePricePreference,
  listVendorPricePreferences,
})
