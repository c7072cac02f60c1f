import type { Bus, KeyedQueue } from '@souk/runtime'
import type { LookupLimit } from './lookup-limit.ts'
import type { CartStore } from './stores/carts.ts'
import type { GiftCardStore } from './stores/gift-cards.ts'

/** What a handler of this service may touch. */
export interface Deps {
  carts: CartStore
  giftCards: GiftCardStore
  lookupLimit: LookupLimit
  /** For changes of one cart that would only make each other ask for prices again. */
  queue: KeyedQueue
  bus: Bus
}
