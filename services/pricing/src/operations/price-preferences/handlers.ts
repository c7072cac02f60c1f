import {
  createPricePreference,
  deletePricePreference,
  getPricePreference,
  listPricePreferences,
  listVendorPricePreferences,
  pricePreferenceOperations,
  updatePricePreference,
} from '@souk/contracts'
import { implementAll, recordHandlers } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

const preferences = recordHandlers({
  keys: ['price_preference', 'price_preferences'],
  store: ({ pricePreferences }: Deps) => pricePreferences,
})

export const pricePreferenceHandlers = implementAll(pricePreferenceOperations, {
  createPricePreference: preferences.create(createPricePreference, ({ attribute, value, is_tax_inclusive = false }) => ({
    attribute,
    value,
    is_tax_inclusive,
  })),
  deletePricePreference: preferences.delete(deletePricePreference),
  getPricePreference: preferences.get(getPricePreference),
  listPricePreferences: preferences.list(listPricePreferences),
  updatePricePreference: preferences.update(updatePricePreference),
  listVendorPricePreferences: preferences.list(listVendorPricePreferences),
})
