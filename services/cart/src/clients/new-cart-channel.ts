import { findSalesChannels, type StorefrontActor } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'
import { channelOf } from '../domain/carts/storefront.ts'

/** Like `channelOf`; if the key has several channels, the only one that still exists: keys keep deleted channels. */
export async function newCartChannel(
  storefront: StorefrontActor,
  asked: string | null | undefined,
  bus: Pick<Bus, 'call'>,
  passOn: () => Envelope,
): Promise<string | null> {
  const { sales_channel_ids: ids } = storefront
  if (asked || ids.length < 2) return channelOf(storefront, asked)
  const { sales_channels } = await bus.call(findSalesChannels, { body: { ids: [...ids] } }, passOn())
  return sales_channels.length === 1 ? sales_channels[0]!.id : channelOf(storefront, asked)
}
