import { type Actor, invalidData, type StorefrontActor, unauthorized } from '@souk/contracts'
import type { CartRecord } from './cart.ts'

/** The storefront client that sent a `/store` request. @throws unauthorized for other actors */
export function storefrontOf(actor: Actor): StorefrontActor {
  if (actor.type !== 'storefront') throw unauthorized()
  return actor
}

/** Whether a key gives access to a cart: only carts in its sales channels, or, if it has none, all carts. */
export const sees =
  ({ sales_channel_ids }: Pick<StorefrontActor, 'sales_channel_ids'>) =>
  ({ sales_channel_id }: Pick<CartRecord, 'sales_channel_id'>): boolean =>
    sales_channel_ids.length === 0 || (sales_channel_id !== null && sales_channel_ids.includes(sales_channel_id))

/**
 * The channel of a new cart: the requested one, or the key's only one; null: the store's default.
 * @throws invalid_data if the requested one does not belong to the key, or none is requested and the key has several
 */
export function channelOf({ sales_channel_ids: own }: StorefrontActor, asked: string | null | undefined): string | null {
  if (!asked && own.length > 1) {
    throw wrongChannel(
      'Cannot assign sales channel to cart. The Publishable API Key in the header has multiple associated sales channels. Please provide a sales channel ID in the request body.',
    )
  }
  const channel = asked ?? own[0] ?? null
  if (channel === null || own.length === 0 || own.includes(channel)) return channel
  throw wrongChannel(`Sales channel ID in payload ${channel} is not associated with the Publishable API Key in the header.`)
}

const wrongChannel = (message: string) =>
  invalidData('Provided request body contains errors. Please check the data and retry the request', {
    errors: [{ path: ['sales_channel_id'], code: 'invalid_value', message }],
  })
