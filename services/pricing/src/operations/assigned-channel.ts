import { invalidData, notFound } from '@souk/contracts'
import type { Deps } from '../deps.ts'

/**
 * The channel that a new cart gets: the named one, or the store's default one.
 * @throws not_found for an unknown one; invalid_data for a disabled one, and if there is none
 */
export async function assignedChannel(named: string | null, { salesChannels, stores }: Deps, deadline: number): Promise<string> {
  const id = named ?? (await stores.findFirst(deadline))?.default_sales_channel_id
  const channel = id ? (await salesChannels.find(id, deadline))?.record : undefined
  if (!channel && named !== null) throw notFound(`SalesChannel with id: ${named} was not found`)
  if (!channel) {
    throw invalidData(
      'Sales channel is required when creating a cart. Either provide a sales channel ID or set the default sales channel for the store.',
    )
  }
  if (channel.is_disabled) throw invalidData(`Unable to assign cart to disabled Sales Channel: ${channel.name}`)
  return channel.id
}
