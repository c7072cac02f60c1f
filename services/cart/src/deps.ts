import type { Bus, FailureLimit, KeyedGroups, KeyedQueue, SharedCounts } from '@souk/runtime'
import type { CampaignStore } from './stores/campaigns.ts'
import type { CartStore } from './stores/carts.ts'
import type { GiftCardStore } from './stores/gift-cards.ts'
import type { PromotionStore } from './stores/promotions.ts'
import type { StoreCreditAccountStore } from './stores/store-credit-accounts.ts'
import type { UseCountStore } from './stores/use-counts.ts'

/** The dependencies of this service's handlers. */
export interface Deps {
  carts: CartStore
  giftCards: GiftCardStore
  storeCreditAccounts: StoreCreditAccountStore
  promotions: PromotionStore
  campaigns: CampaignStore
  useCounts: UseCountStore
  /** Shared by all replicas. */
  counts: SharedCounts
  /** Stops look-ups of codes for a cart or a customer after too many unknown ones. */
  lookupLimit: FailureLimit
  /** Runs changes of one cart in turn, since concurrent ones would only make each other request prices again. */
  queue: KeyedQueue
  /** Begins changes of one cart together, so that what one of them reads is recent enough for the others. */
  groups: KeyedGroups
  bus: Bus
}
