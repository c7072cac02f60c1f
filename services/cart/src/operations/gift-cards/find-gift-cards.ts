import { findGiftCards as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { accountOf } from '../../answers/store-credit-account.ts'
import type { Deps } from '../../deps.ts'
import { cardAlone } from '../../domain/gift-cards/gift-card.ts'

export const findGiftCards = implement(contract, async ({ body, deadline }, { giftCards }: Deps) => {
  const cards = await giftCards.list(body.ids, deadline)
  return { gift_cards: cards.map((card) => ({ ...cardAlone(card), store_credit_account: accountOf(card) })) }
})
