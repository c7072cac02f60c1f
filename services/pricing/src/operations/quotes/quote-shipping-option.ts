import { quoteShippingOption as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { quotedShipping } from '../../domain/quotes/quoted-shipping.ts'
import { taxesAutomatically } from '../../domain/regions/choose-region.ts'
import { rulesHold } from '../../domain/shipping-options/option-rules.ts'
import { shippingContextOf } from '../../domain/shipping-options/shipping-price.ts'

const OFFERED_FOR_RETURNS = { is_return: 'true', enabled_in_store: 'true' } as const

/** It only needs reference data, mostly from caches, without a query. */
export const quoteShippingOption = implement(contract, async ({ body }, deps: Deps) => {
  const { shipping_option_id, currency_code, region_id, by_region, for_return, tax_address } = body
  const [found, regions, preferences, taxes] = await Promise.all([
    deps.shippingOptions.recall(shipping_option_id),
    deps.regions.listFor(body),
    deps.pricePreferences.list(),
    deps.taxes.findTaxes(tax_address.country_code),
  ])
  if (!found || (for_return && !rulesHold(found.rules, OFFERED_FOR_RETURNS))) return { shipping_option: null }

  const shipping_option = quotedShipping(found, {
    pricing: shippingContextOf({ currency_code, region_id: by_region ? region_id : null }),
    taxes: { automatic_taxes: taxesAutomatically(regions, body), address: tax_address, ...taxes },
    preferences,
    now: new Date().toISOString(),
  })
  return { shipping_option }
})
