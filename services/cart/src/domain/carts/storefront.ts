import { type Actor, invalidData, type StorefrontActor, unauthorized } from '@souk/contracts'
import type { CartRecord } from './cart.ts'

/** The storefront client that a `/store` request comes from. @throws unauthorized when the actor is none */
export function storefrontOf(actor: Actor): StorefrontActor {
  if (actor.type !== 'storefront') throw unauthorized()
  return actor
}

/** A cart of a channel that the key lacks does not exist for its holder. A key without channels is bound to none: it sees all. */
export const sees =
  ({ sales_channel_ids }: Pick<StorefrontActor, 'sales_channel_ids'>) =>
  ({ sales_channel_id }: Pick<CartRecord, 'sales_channel_id'>): boolean =>
    sales_channel_ids.length === 0 || (sales_channel_id !== null && sales_channel_ids.includes(sales_channel_id))

/**
 * The channel of a new cart: the one asked for, or the only one of the key; null: the store's default one.
 * @throws invalid_data when the key has others, or several of which none is asked for
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
