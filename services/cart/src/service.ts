import { createKeyedQueue, type Service } from '@souk/runtime'
import { CartConfig } from './config.ts'
import type { Deps } from './deps.ts'
import { createLookupLimit } from './lookup-limit.ts'
import { addGiftCard } from './operations/add-gift-card.ts'
import { addLineItem } from './operations/add-line-item.ts'
import { createCart } from './operations/create-cart.ts'
import { getCart } from './operations/get-cart.ts'
import { removeGiftCard } from './operations/remove-gift-card.ts'
import { removeForgotten } from './remove-forgotten.ts'
import { createCartStore } from './stores/carts.ts'
import { createGiftCardStore } from './stores/gift-cards.ts'

/** Carts with their totals, and gift cards with their balances. */
export const cartService: Service<Deps, typeof CartConfig> = {
  name: 'cart',
  version: '0.1.0',
  config: CartConfig,
  handlers: [addGiftCard, addLineItem, createCart, getCart, removeGiftCard],

  async prepare({ db, bus, outbox }) {
    const carts = createCartStore(db, outbox)
    const giftCards = createGiftCardStore(db)
    await Promise.all([carts.ensureIndexes(), giftCards.ensureIndexes()])
    return { carts, giftCards, lookupLimit: createLookupLimit(), queue: createKeyedQueue(), bus }
  },

  background({ carts }, { config, metrics, logger }) {
    const days = config.CART_EXPIRY_DAYS
    return days === 0 ? [] : [removeForgotten({ carts, days, metrics, logger })]
  },
}
