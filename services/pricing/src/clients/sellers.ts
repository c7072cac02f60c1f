import { findPublicSellers, type ReviewedSeller } from '@souk/contracts'
import { type Bus, batched, createShortCache, type Envelope } from '@souk/runtime'

/** Half a second: pages of products are kept as long with their sellers. */
const REMEMBERED = { ttl_ms: 500, max: 1000 }
/** Sellers of one request to `sellers`. */
const ASKED_AT_ONCE = { max_batch: 1000 }

interface Wanted {
  id: string
  passOn(): Envelope
}

/** Sellers as the public may see them; they belong to `sellers`. */
export function createSellers(bus: Pick<Bus, 'call'>) {
  const cache = createShortCache<ReviewedSeller | undefined>(REMEMBERED)
  const load = batched(async (wanted: readonly Wanted[], deadline) => {
    const found = await find(
      wanted.map(({ id }) => id),
      undefined,
      () => ({ ...wanted[0]!.passOn(), deadline }),
    )
    return wanted.map(({ id }) => found.get(id))
  }, ASKED_AT_ONCE)

  /**
   * Living sellers by their ids, whatever their status.
   * @param fields of each, which has its reviews where these are asked for; default: all but these
   * @throws unavailable when `sellers` does not answer
   */
  async function find(
    ids: readonly string[],
    fields: string | undefined,
    passOn: () => Envelope,
  ): Promise<Map<string, ReviewedSeller>> {
    if (ids.length === 0) return new Map()
    const { sellers } = await bus.call(findPublicSellers, { body: { ids: [...new Set(ids)], fields } }, passOn())
    return byId(sellers as ReviewedSeller[])
  }

  return {
    find,

    /** The same without reviews, at most half a second old. */
    async recall(ids: readonly string[], passOn: () => Envelope): Promise<Map<string, ReviewedSeller>> {
      const recalled = [...new Set(ids)].map((id) => cache.get(id, () => load({ id, passOn }, passOn().deadline)))
      return byId((await Promise.all(recalled)).filter((seller) => seller !== undefined))
    },
  }
}

const byId = (sellers: readonly ReviewedSeller[]) => new Map(sellers.map((seller) => [seller.id, seller]))

export type Sellers = ReturnType<typeof createSellers>
