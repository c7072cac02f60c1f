import { findApiKeyChannels } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/** API keys, which belong to `sellers`. */
export const createApiKeys = (bus: Pick<Bus, 'call'>) => ({
  /** Ids of the sales channels of these keys. @throws unavailable when `sellers` does not answer */
  async channelsOf(ids: readonly string[], envelope: Envelope): Promise<string[]> {
    return (await bus.call(findApiKeyChannels, { body: { ids: [...new Set(ids)] } }, envelope)).sales_channel_ids
  },
})

export type ApiKeys = ReturnType<typeof createApiKeys>
