import { createFailureLimit, createKeyedQueue, createSharedCounts, type Service } from '@souk/runtime'
import { removeForgotten } from './background/remove-forgotten.ts'
import { CartConfig } from './config.ts'
import type { Deps } from './deps.ts'
import { cartHandlers, cartLookupHandlers } from './operations/carts/handlers.ts'
import { giftCardHandlers } from './operations/gift-cards/handlers.ts'
import { storeCreditAccountHandlers } from './operations/store-credit-accounts/handlers.ts'
import { createCartStore } from './stores/carts.ts'
import { createGiftCardStore } from './stores/gift-cards.ts'

/** Of one cart; gateways bound those of one address. */
const UNKNOWN_CODES = { max: 20, message: 'Too many failed gift card look-ups; try again later' }

/** Carts with their totals, and gift cards with their balances. */
export const cartService: Service<Deps, typeof CartConfig> = {
  name: 'cart',
  version: '0.1.0',
  config: CartConfig,
  handlers: [...cartHandlers, ...cartLookupHandlers, ...giftCardHandlers, ...storeCreditAccountHandlers],

  async prepare({ db, bus, outbox, logger }) {
    const carts = createCartStore(db, outbox)
    const giftCards = createGiftCardStore(db, outbox)
    await Promise.all([carts.ensureIndexes(), giftCards.ensureIndexes()])
    const counts = createSharedCounts(bus, logger, 'cart')
    const lookupLimit = createFailureLimit(counts.of('unknown-codes'), UNKNOWN_CODES)
    return { carts, giftCards, counts, lookupLimit, queue: createKeyedQueue(), bus }
  },

  background({ carts, counts }, { config, metrics, logger }) {
    const days = config.CART_EXPIRY_DAYS
    return days === 0 ? [counts] : [counts, removeForgotten({ carts, days, metrics, logger })]
  },
}
