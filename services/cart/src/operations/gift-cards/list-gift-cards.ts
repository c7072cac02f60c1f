import { listGiftCards as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownGiftCard } from '../../answers/gift-card.ts'
import type { Deps } from '../../deps.ts'

export const listGiftCards = implement(contract, async (request, { giftCards }: Deps) => {
  const { records, ...page } = await giftCards.page(request.query, request.deadline, (card) => shownGiftCard(card, request))
  return { gift_cards: records, ...page }
})
