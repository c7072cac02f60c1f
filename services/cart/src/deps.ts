import type { Bus, FailureLimit, KeyedQueue, SharedCounts } from '@souk/runtime'
import type { CartStore } from './stores/carts.ts'
import type { GiftCardStore } from './stores/gift-cards.ts'
import type { StoreCreditAccountStore } from './stores/store-credit-accounts.ts'

/** What a handler of this service may touch. */
export interface Deps {
  carts: CartStore
  giftCards: GiftCardStore
  storeCreditAccounts: StoreCreditAccountStore
  /** Shared by all replicas. */
  counts: SharedCounts
  /** Of a cart, or a customer, that sent too many unknown codes no more are looked up. */
  lookupLimit: FailureLimit
  /** For changes of one cart that would only make each other ask for prices again. */
  queue: KeyedQueue
  bus: Bus
}
