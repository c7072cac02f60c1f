import { type GiftCard, listGiftCards } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/** Gift cards, which belong to `cart`. */
export const createGiftCards = (bus: Pick<Bus, 'call'>) => ({
  /** The cards with these ids, the oldest first, for the administrator who asks. @throws unavailable */
  async find(ids: readonly string[], envelope: Envelope): Promise<GiftCard[]> {
    if (ids.length === 0) return []
    const query = new URLSearchParams({ limit: `${ids.length}` })
    for (const id of ids) query.append('id[]', id)
    return (await bus.call(listGiftCards, { query: `${query}` }, envelope)).gift_cards
  },
})

export type GiftCards = ReturnType<typeof createGiftCards>
