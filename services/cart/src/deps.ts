import type { Bus, FailureLimit, KeyedQueue, SharedCounts } from '@souk/runtime'
import type { CartStore } from './stores/carts.ts'
import type { GiftCardStore } from './stores/gift-cards.ts'

/** What a handler of this service may touch. */
export interface Deps {
  carts: CartStore
  giftCards: GiftCardStore
  /** Shared by all replicas. */
  counts: SharedCounts
  /** Of a cart that was sent too many unknown codes no more are looked up. */
  lookupLimit: FailureLimit
  /** For changes of one cart that would only make each other ask for prices again. */
  queue: KeyedQueue
  bus: Bus
}
