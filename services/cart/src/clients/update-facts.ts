import { findSalesChannels, invalidData, notFound, OperationError, quote, type Region } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/** @throws not_found */
export async function getRegion(id: string, bus: Pick<Bus, 'call'>, passOn: () => Envelope): Promise<Region> {
  const nothing = { items: [], shipping_option_ids: [], customer: null, tax_address: { country_code: null, province: null } }
  const body = { ...nothing, region_id: id, currency_code: null, sales_channel_id: null }
  try {
    return (await bus.call(quote, { body }, passOn())).region
  } catch (error) {
    throw error instanceof OperationError && error.kind === 'not_found' ? notFound(`Region id not found: ${id}`) : error
  }
}

/** @throws not_found for an unknown channel, invalid_data for one that is disabled */
export async function assertSells(id: string, bus: Pick<Bus, 'call'>, passOn: () => Envelope): Promise<void> {
  const [channel] = (await bus.call(findSalesChannels, { body: { ids: [id] } }, passOn())).sales_channels
  if (!channel) throw notFound(`SalesChannel with id: ${id} was not found`)
  if (channel.is_disabled) throw invalidData(`Unable to assign cart to disabled Sales Channel: ${channel.name}`)
}
