import { listGiftCards as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownGiftCards } from '../../answers/gift-card.ts'
import type { Deps } from '../../deps.ts'

export const listGiftCards = implement(contract, async ({ query, selection, deadline }, deps: Deps) => {
  const { records, ...page } = await deps.giftCards.page(query, deadline, (cards, until) =>
    shownGiftCards(cards, { selection, deadline: until }, deps),
  )
  return { gift_cards: records, ...page }
})
