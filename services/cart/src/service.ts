import {
  createFailureLimit,
  createKeyedGroups,
  createKeyedQueue,
  createSharedCounts,
  ensureIndexes,
  type Service,
} from '@souk/runtime'
import { deliverLeft } from './background/deliver-left.ts'
import { issueOfPlacedOrders } from './background/issue-sold-cards.ts'
import { removeForgotten } from './background/remove-forgotten.ts'
import { resumeCheckouts } from './background/resume-checkouts.ts'
import { CartConfig } from './config.ts'
import type { Deps } from './deps.ts'
import { campaignHandlers } from './operations/campaigns/handlers.ts'
import { cartHandlers, cartLookupHandlers } from './operations/carts/handlers.ts'
import { checkoutHandlers } from './operations/checkout/handlers.ts'
import { giftCardHandlers } from './operations/gift-cards/handlers.ts'
import { orderPromotionHandlers } from './operations/order-promotions/handlers.ts'
import { ownStoreCreditAccountHandlers } from './operations/own-store-credit-accounts/handlers.ts'
import { paymentCollectionHandlers } from './operations/payment-collections/handlers.ts'
import { promotionRuleOptionHandlers } from './operations/promotion-rules/handlers.ts'
import { promotionHandlers } from './operations/promotions/handlers.ts'
import { storeCreditAccountHandlers, storeCreditTransferHandlers } from './operations/store-credit-accounts/handlers.ts'
import { vendorCampaignHandlers } from './operations/vendor-campaigns/handlers.ts'
import { vendorPromotionRuleOptionHandlers } from './operations/vendor-promotion-rules/handlers.ts'
import { vendorPromotionHandlers } from './operations/vendor-promotions/handlers.ts'
import { createCampaignStore } from './stores/campaigns.ts'
import { createCartStore } from './stores/carts.ts'
import { createGiftCardStore } from './stores/gift-cards.ts'
import { createPromotionStore } from './stores/promotions.ts'
import { createStoreCreditAccountStore } from './stores/store-credit-accounts.ts'
import { createUseCountStore } from './stores/use-counts.ts'

/** The limit for one cart or one customer; gateways limit each network address. */
const UNKNOWN_CODES = { max: 20, message: 'Too many failed gift card look-ups; try again later' }

/** Carts with their totals, and gift cards with their balances. */
export const cartService: Service<Deps, typeof CartConfig> = {
  name: 'cart',
  version: '0.1.0',
  config: CartConfig,
  handlers: [
    ...campaignHandlers,
    ...cartHandlers,
    ...cartLookupHandlers,
    ...checkoutHandlers,
    ...giftCardHandlers,
    ...orderPromotionHandlers,
    ...ownStoreCreditAccountHandlers,
    ...paymentCollectionHandlers,
    ...promotionHandlers,
    ...promotionRuleOptionHandlers,
    ...storeCreditAccountHandlers,
    ...storeCreditTransferHandlers,
    ...vendorCampaignHandlers,
    ...vendorPromotionHandlers,
    ...vendorPromotionRuleOptionHandlers,
  ],

  async prepare({ db, bus, outbox, logger }) {
    const stores = {
      carts: createCartStore(db, outbox),
      giftCards: createGiftCardStore(db, outbox),
      storeCreditAccounts: createStoreCreditAccountStore(db, outbox),
      promotions: createPromotionStore(db, outbox),
      campaigns: createCampaignStore(db, outbox),
      useCounts: createUseCountStore(db),
    }
    await ensureIndexes(stores)
    const counts = createSharedCounts(bus, logger, 'cart')
    const lookupLimit = createFailureLimit(counts.of('unknown-codes'), UNKNOWN_CODES)
    return { ...stores, counts, lookupLimit, queue: createKeyedQueue(), groups: createKeyedGroups(), bus }
  },

  background(deps, { config, metrics, logger }) {
    const { carts, giftCards, storeCreditAccounts, counts } = deps
    const days = config.CART_EXPIRY_DAYS
    const checkouts = resumeCheckouts({ ...deps, logger })
    const issuing = issueOfPlacedOrders(deps, { logger, metrics })
    const always = [counts, checkouts, issuing, deliverLeft({ giftCards, storeCreditAccounts, logger })]
    return days === 0 ? always : [...always, removeForgotten({ carts, days, metrics, logger })]
  },
}
