import { invalidData, type QuotedLine, quote, quotedRegion } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'
import type { ItemBasis } from '../domain/order-edits/item-basis.ts'

interface AskedItem {
  variant_id: string
  quantity: number
  /** Null or absent: the variant's own price. */
  unit_price?: number | null | undefined
  allow_backorder?: boolean | undefined
}

interface Buyer {
  id: string
  group_ids: string[]
}

type Basis = Omit<ItemBasis, 'customer_id' | 'currency_code'> & { currency_code: string | null }

/**
 * Variants as quoted by `pricing`. An administrator may sell variants that the order's sales channel does not offer, but only
 * from its stock locations, as in Medusa.
 */
export function createVariants(bus: Pick<Bus, 'call'>) {
  /** In the order's currency if it names a region, otherwise in that of the region that pricing chooses. */
  async function ask(items: readonly AskedItem[], basis: Basis, customer: Buyer | null, envelope: Envelope) {
    const { currency_code, region_id, region_copy, sales_channel_id: stock_channel_id, tax_address } = basis
    const asked = items.map(({ variant_id, quantity, unit_price, allow_backorder }) => ({
      variant_id,
      quantity,
      ...(unit_price != null && { unit_price }),
      ...(allow_backorder && { allow_backorder }),
    }))
    const place = { region_id, ...(region_copy && { region_copy }), currency_code, sales_channel_id: null, tax_address }
    return bus.call(quote, { body: { ...place, stock_channel_id, customer, items: asked, shipping_option_ids: [] } }, envelope)
  }

  /**
   * Price, tax and texts for a new order, in the order of the request; with its region. As in Medusa, a region that is named may
   * have another currency than the order.
   * @param currency_code null: the region's
   * @throws as `quote`; not_found for an unknown region; invalid_data if none is named and the chosen one has another currency
   */
  async function quoteWithRegion(...asked: Parameters<typeof ask>) {
    const [items, { currency_code, region_id }] = asked
    const quoted = await ask(...asked)
    const region = quotedRegion(quoted)
    const isPriced = region_id !== null || currency_code === null || region.currency_code === currency_code
    const unpriced = isPriced ? [] : items.filter(({ unit_price }) => unit_price == null)
    if (unpriced.length > 0) {
      const ids = [...new Set(unpriced.map(({ variant_id }) => variant_id))]
      throw invalidData(`Variants with IDs ${ids.join(', ')} do not have a price`)
    }
    return { region, items: quoted.items }
  }

  return {
    quoteWithRegion,

    /**
     * The same for an order that exists, without the region, whose currency may have changed since.
     * @throws invalid_data for unknown and unpublished variants, and those without a price in the order's currency; not_allowed
     * without stock; invalid_data for variants that no location of the order's channel stocks; unavailable if `pricing` does not
     * answer in time
     */
    async quote(...asked: Parameters<typeof ask>): Promise<QuotedLine[]> {
      const [, { region_id }] = asked
      return (await (region_id === null ? quoteWithRegion : ask)(...asked)).items
    },
  }
}

export type Variants = ReturnType<typeof createVariants>
