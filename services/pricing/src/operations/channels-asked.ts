import { type Actor, type FilterTerm, invalidData, unauthorized } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import { wantedOf } from '../domain/products/option-filter.ts'
import type { VisibleProducts } from '../domain/products/visible-catalogue.ts'

interface ChannelsAsked {
  visible: VisibleProducts
  /** The channel whose stock counts; null if there is not exactly one. */
  channel: string | null
}

/**
 * The products that a storefront sees in the channels that it requests, by default all of its own.
 * @throws invalid_data for a deleted channel or one not of its key, and for a key without channels
 */
export async function channelsAsked(
  { actor, deadline }: { actor: Actor; deadline: number },
  asked: readonly string[] | undefined,
  { salesChannels }: Pick<Deps, 'salesChannels'>,
): Promise<ChannelsAsked> {
  if (actor.type !== 'storefront') throw unauthorized()
  const own = await salesChannels.livingIds(actor.sales_channel_ids, deadline)
  if (asked?.some((id) => !own.includes(id))) {
    throw invalidData('Requested sales channel is not part of the publishable key')
  }
  const ids = [...new Set(asked ?? own)]
  if (ids.length === 0) throw invalidData('Publishable key needs to have a sales channel configured')
  return { visible: { status: 'published', sales_channel_ids: { $in: ids } }, channel: ids.length === 1 ? ids[0]! : null }
}

/** The channels that a list is filtered by, outside groups of filters. */
export const channelsIn = (filter: readonly FilterTerm[]) => wantedOf(filter, 'sales_channel_id')
