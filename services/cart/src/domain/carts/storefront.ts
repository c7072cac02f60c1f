import { type Actor, invalidData, type StorefrontActor, unauthorized } from '@souk/contracts'
import type { CartRecord } from './cart.ts'

/** The storefront client that a `/store` request comes from. @throws unauthorized when the actor is none */
export function storefrontOf(actor: Actor): StorefrontActor {
  if (actor.type !== 'storefront') throw unauthorized()
  return actor
}

/** A cart of a channel that the key lacks does not exist for its holder. */
export const sees =
  ({ sales_channel_ids }: Pick<StorefrontActor, 'sales_channel_ids'>) =>
  ({ sales_channel_id }: Pick<CartRecord, 'sales_channel_id'>): boolean =>
    sales_channel_id !== null && sales_channel_ids.includes(sales_channel_id)

/** The channel of a new cart: the one asked for, or the key's first. @throws invalid_data when the key lacks it, or has none */
export function channelOf({ sales_channel_ids }: StorefrontActor, asked: string | null | undefined): string {
  const channel = asked ?? sales_channel_ids[0]
  if (channel === undefined) {
    throw invalidData(
      'Sales channel is required when creating a cart. Either provide a sales channel ID or set the default sales channel for the store.',
    )
  }
  if (sales_channel_ids.includes(channel)) return channel
  throw invalidData('Provided request body contains errors. Please check the data and retry the request', {
    errors: [
      {
        path: ['sales_channel_id'],
        code: 'invalid_value',
        message: `Sales channel ID in payload ${channel} is not associated with the Publishable API Key in the header.`,
      },
    ],
  })
}
