import type { Bus } from '@souk/runtime'
import type { LookupLimit } from './lookup-limit.ts'
import type { CartStore } from './stores/carts.ts'
import type { GiftCardStore } from './stores/gift-cards.ts'
import type { Turns } from './turns.ts'

/** What a handler of this service may touch. */
export interface Deps {
  carts: CartStore
  giftCards: GiftCardStore
  lookupLimit: LookupLimit
  turns: Turns
  bus: Bus
}
