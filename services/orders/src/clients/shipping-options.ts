import { type QuotedShipping, quoteShippingOption } from '@souk/contracts'
import { type Bus, createShortCache, type Envelope } from '@souk/runtime'
import type { ShippingBasis } from '../domain/order-edits/shipping-basis.ts'

const REMEMBERED = { ttl_ms: 1000, max: 1000 }

/** Shipping options as `pricing` quotes them: at most a second old, and asked for once for all callers at the same time. */
export function createShippingOptions(bus: Pick<Bus, 'call'>) {
  const quotes = createShortCache<QuotedShipping | null>({ ...REMEMBERED, keeps: (option) => option?.amount != null })

  return {
    /**
     * Price and tax for an order; null when there is no such option. @throws unavailable when `pricing` does not answer in time
     */
    quote(shipping_option_id: string, { currency_code, region_id, tax_address }: ShippingBasis, envelope: Envelope) {
      const body = { shipping_option_id, currency_code, region_id, tax_address }
      return quotes.get(
        JSON.stringify(body),
        async () => (await bus.call(quoteShippingOption, { body }, envelope)).shipping_option,
      )
    },
  }
}

export type ShippingOptions = ReturnType<typeof createShippingOptions>
