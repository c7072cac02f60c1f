import { findShippingPlace, type QuotedShipping, quoteShippingOption } from '@souk/contracts'
import { type Bus, createShortCache, type Envelope } from '@souk/runtime'
import type { ShippingBasis } from '../domain/order-edits/shipping-basis.ts'
import type { WayBack } from '../domain/returns/return-fulfillment.ts'

/** Half a second: `pricing` answers from records that are up to half a second old. */
const REMEMBERED = { ttl_ms: 500, max: 1000 }

/**
 * Shipping options as quoted by `pricing`: at most a second old, with one request for concurrent callers.
 * @param options the clock, in ms, for tests
 */
export function createShippingOptions(bus: Pick<Bus, 'call'>, options: { now?: () => number } = {}) {
  const quotes = createShortCache<QuotedShipping | null>({ ...REMEMBERED, ...options, keeps: (option) => option?.amount != null })

  return {
    /**
     * Price and tax for an order; null if there is no such option.
     * @param basis by_region: prices of the order's region apply as well, as in its cart; for_return: null also for an option
     * that storefronts do not offer for returns
     * @throws unavailable if `pricing` does not answer in time
     */
    quote(shipping_option_id: string, basis: ShippingBasis & { by_region?: boolean; for_return?: boolean }, envelope: Envelope) {
      const { currency_code, region_id, region_copy, by_region, for_return, tax_address } = basis
      const body = { shipping_option_id, currency_code, region_id, region_copy, by_region, for_return, tax_address }
      return quotes.get(
        JSON.stringify(body),
        async (deadline) => (await bus.call(quoteShippingOption, { body }, { ...envelope, deadline })).shipping_option,
      )
    },

    /** The provider and the location for returned goods. @throws unavailable */
    wayBack: async (shipping_option_id: string, envelope: Envelope): Promise<WayBack> => ({
      shipping_option_id,
      place: (await bus.call(findShippingPlace, { body: { shipping_option_id } }, envelope)).place,
    }),
  }
}

export type ShippingOptions = ReturnType<typeof createShippingOptions>
