import { findSalesChannels, invalidData, type SalesChannel } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/** Sales channels, which belong to `pricing`. */
export function createSalesChannels(bus: Pick<Bus, 'call'>) {
  /** The existing ones of these, by id. @throws unavailable if `pricing` does not answer */
  async function find(ids: readonly string[], envelope: Envelope): Promise<Map<string, SalesChannel>> {
    const wanted = [...new Set(ids)]
    if (wanted.length === 0) return new Map()
    const { sales_channels } = await bus.call(findSalesChannels, { body: { ids: wanted } }, envelope)
    return new Map(sales_channels.map((channel) => [channel.id, channel]))
  }

  return {
    find,
    /** @throws invalid_data if one of these does not exist */
    async assertThere(ids: readonly string[], envelope: Envelope) {
      const found = await find(ids, envelope)
      const missing = ids.filter((id) => !found.has(id))
      if (missing.length > 0) throw invalidData(`Sales channels with IDs ${missing.join(', ')} do not exist`)
    },
  }
}

export type SalesChannels = ReturnType<typeof createSalesChannels>
