import { soldGiftCardOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { getSoldGiftCards } from './get-sold-gift-cards.ts'

export const soldGiftCardHandlers = implementAll(soldGiftCardOperations, { getSoldGiftCards })
