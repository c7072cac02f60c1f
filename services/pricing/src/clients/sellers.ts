import { findPublicSellers, type ReviewedSeller } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/** Sellers as the public may see them; they belong to `sellers`. */
export const createSellers = (bus: Pick<Bus, 'call'>) => ({
  /**
   * Living sellers by their ids, whatever their status.
   * @param fields of each, which has its reviews where these are asked for; default: all but these
   * @throws unavailable when `sellers` does not answer
   */
  async find(ids: readonly string[], fields: string | undefined, passOn: () => Envelope): Promise<Map<string, ReviewedSeller>> {
    if (ids.length === 0) return new Map()
    const { sellers } = await bus.call(findPublicSellers, { body: { ids: [...new Set(ids)], fields } }, passOn())
    return new Map((sellers as ReviewedSeller[]).map((seller) => [seller.id, seller]))
  },
})

export type Sellers = ReturnType<typeof createSellers>
