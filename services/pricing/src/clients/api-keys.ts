import { findApiKeyChannels, findSalesChannelKeys } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/** API keys, which are owned by `sellers`. */
export const createApiKeys = (bus: Pick<Bus, 'call'>) => ({
  /** Ids of the sales channels of these keys. @throws unavailable if `sellers` does not answer */
  async channelsOf(ids: readonly string[], envelope: Envelope): Promise<string[]> {
    return (await bus.call(findApiKeyChannels, { body: { ids: [...new Set(ids)] } }, envelope)).sales_channel_ids
  },
  /** The publishable keys of these channels, with their channels' ids. @throws unavailable if `sellers` does not answer */
  async ofChannels(sales_channel_ids: readonly string[], envelope: Envelope) {
    if (sales_channel_ids.length === 0) return []
    return (await bus.call(findSalesChannelKeys, { body: { sales_channel_ids: [...sales_channel_ids] } }, envelope)).api_keys
  },
})

export type ApiKeys = ReturnType<typeof createApiKeys>
