import { giftCardOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createGiftCard } from './create-gift-card.ts'
import { findGiftCards } from './find-gift-cards.ts'
import { getGiftCard } from './get-gift-card.ts'
import { getStoreGiftCard } from './get-store-gift-card.ts'
import { listGiftCards } from './list-gift-cards.ts'
import { updateGiftCard } from './update-gift-card.ts'

export const giftCardHandlers = implementAll(giftCardOperations, {
  listGiftCards,
  createGiftCard,
  getGiftCard,
  updateGiftCard,
  getStoreGiftCard,
  findGiftCards,
})
