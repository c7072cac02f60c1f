import { quoteShippingOption as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { quotedShipping } from '../domain/shipping-option.ts'
import { pricedShippingOptions } from '../priced-shipping-options.ts'

/** Everything it needs is reference data: mostly it asks no database at all. */
export const quoteShippingOption = implement(contract, async ({ body }, deps: Deps) => {
  const { shipping_option_id, currency_code, region_id, tax_address } = body
  const [[found], regions, preferences, taxes] = await Promise.all([
    pricedShippingOptions([shipping_option_id], deps),
    deps.reference.listRegions(),
    deps.reference.listPricePreferences(),
    deps.reference.findTaxes(tax_address.country_code),
  ])
  if (!found) return { shipping_option: null }

  const automatic_taxes = regions.find(({ id }) => id === region_id)?.automatic_taxes ?? false
  const shipping_option = quotedShipping(found, {
    pricing: { currency_code },
    taxes: { automatic_taxes, address: tax_address, ...taxes },
    preferences,
    now: new Date().toISOString(),
  })
  return { shipping_option }
})
