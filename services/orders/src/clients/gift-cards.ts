import { findGiftCards, inParts } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/** Cards per request. */
const MAX_IDS = 500

/** Gift cards, which belong to `cart`. */
export const createGiftCards = (bus: Pick<Bus, 'call'>) => ({
  /** The cards by their ids, each with its account. @throws unavailable if `cart` does not answer */
  async find(ids: Iterable<string>, envelope: Envelope): Promise<Map<string, PayingCard>> {
    const unique = [...new Set(ids)]
    const requests = inParts(unique, MAX_IDS).map((part) => bus.call(findGiftCards, { body: { ids: part } }, envelope))
    const found = (await Promise.all(requests)).flatMap(({ gift_cards }) => gift_cards)
    return new Map(found.map((card) => [card.id, card]))
  },
})

export type PayingCard = ReturnType<typeof findGiftCards.response.parse>['gift_cards'][number]
export type GiftCards = ReturnType<typeof createGiftCards>
