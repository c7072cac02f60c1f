import { compileFields, FulfillmentProvider, ShippingOption, selectFields } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import { isShopper, type VisibleCatalogue } from '../domain/products/visible-catalogue.ts'
import { optionsWithZones } from './shipping-option-answer.ts'

/** Shipping options and fulfillment providers: administrators see all, sellers their own options, storefronts none. */
export function relatedFulfillment(visible: VisibleCatalogue, deps: Deps, deadline: number) {
  const none = (ids: readonly string[]) => ids.map(() => null)
  const owned = 'seller_id' in visible.products ? { seller_id: visible.products.seller_id } : {}

  return {
    'fulfillment.shipping_option': async (ids: readonly string[], fields: string | undefined) => {
      if (isShopper(visible)) return none(ids)
      const selection = compileFields(ShippingOption, fields, 'all')
      const records = await deps.shippingOptions.list({ _id: { $in: [...ids] }, ...owned }, deadline)
      const options = await optionsWithZones(records, { selection, deadline }, deps)
      const found = new Map(options.map((option) => [option.id, selectFields(selection, option)]))
      return ids.map((id) => found.get(id) ?? null)
    },

    'fulfillment.provider': async (ids: readonly string[], fields: string | undefined) => {
      if (isShopper(visible)) return none(ids)
      const selection = compileFields(FulfillmentProvider, fields, 'all')
      const providers = await deps.fulfillmentProviders.list(deadline)
      const found = new Map(providers.map((provider) => [provider.id, selectFields(selection, provider)]))
      return ids.map((id) => found.get(id) ?? null)
    },
  }
}
