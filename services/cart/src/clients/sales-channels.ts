import { findSalesChannels, invalidData, notFound } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/** @throws not_found for an unknown channel, invalid_data for one that is disabled */
export async function assertSells(id: string, bus: Pick<Bus, 'call'>, passOn: () => Envelope): Promise<void> {
  const [channel] = (await bus.call(findSalesChannels, { body: { ids: [id] } }, passOn())).sales_channels
  if (!channel) throw notFound(`SalesChannel with id: ${id} was not found`)
  if (channel.is_disabled) throw invalidData(`Unable to assign cart to disabled Sales Channel: ${channel.name}`)
}
