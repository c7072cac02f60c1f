import { findPublicSellers, type StoreSeller } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/** Sellers as the public may see them; they belong to `sellers`. */
export const createSellers = (bus: Pick<Bus, 'call'>) => ({
  /** Living sellers by their ids, whatever their status. @throws unavailable when `sellers` does not answer */
  async find(ids: readonly string[], passOn: () => Envelope): Promise<Map<string, StoreSeller>> {
    if (ids.length === 0) return new Map()
    const { sellers } = await bus.call(findPublicSellers, { body: { ids: [...new Set(ids)] } }, passOn())
    return new Map(sellers.map((seller) => [seller.id, seller]))
  },
})

export type Sellers = ReturnType<typeof createSellers>
