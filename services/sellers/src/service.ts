import { DAY_MS } from '@souk/contracts'
import { createAccessWriter, ensureIndexes, type Service } from '@souk/runtime'
import { carryOutLeft } from './background/carry-out-left.ts'
import { followProposals } from './background/follow-proposals.ts'
import { keepAccessInSync } from './background/keep-access-in-sync.ts'
import { notify } from './background/notify.ts'
import { createBoughtGoods } from './clients/bought-goods.ts'
import { createCatalogue } from './clients/catalogue.ts'
import { createCustomers } from './clients/customers.ts'
import { createMarketplaceRules } from './clients/marketplace-rules.ts'
import { createOwnGoods } from './clients/own-goods.ts'
import { createPlacedOrders } from './clients/placed-orders.ts'
import { createSalesChannels } from './clients/sales-channels.ts'
import { SellersConfig } from './config.ts'
import { createSigningKeys } from './credentials/signing-keys.ts'
import { createTokenSigner } from './credentials/tokens.ts'
import type { Deps } from './deps.ts'
import { accessHandlers } from './operations/access/handlers.ts'
import { apiKeyHandlers, apiKeyLookupHandlers } from './operations/api-keys/handlers.ts'
import { authHandlers } from './operations/auth/handlers.ts'
import { inviteHandlers } from './operations/invites/handlers.ts'
import { layoutConfigurationHandlers } from './operations/layout-configurations/handlers.ts'
import { memberInviteHandlers } from './operations/member-invites/handlers.ts'
import { memberHandlers } from './operations/members/handlers.ts'
import { mfaHandlers } from './operations/mfa/handlers.ts'
import { notificationHandlers } from './operations/notifications/handlers.ts'
import { onboardingHandlers } from './operations/onboarding/handlers.ts'
import { orderReviewHandlers } from './operations/order-reviews/handlers.ts'
import { ownReviewHandlers } from './operations/own-reviews/handlers.ts'
import { passwordHandlers } from './operations/passwords/handlers.ts'
import { productReviewHandlers } from './operations/product-reviews/handlers.ts'
import { requestHandlers } from './operations/requests/handlers.ts'
import { reviewHandlers } from './operations/reviews/handlers.ts'
import { sellerHandlers } from './operations/sellers/handlers.ts'
import { publicSellerHandlers, storeSellerHandlers } from './operations/store-sellers/handlers.ts'
import { userHandlers } from './operations/users/handlers.ts'
import { vendorRequestHandlers } from './operations/vendor-requests/handlers.ts'
import { vendorReviewHandlers } from './operations/vendor-reviews/handlers.ts'
import { ensureFirstAdministrator } from './start/first-administrator.ts'
import { createApiKeyStore } from './stores/api-keys.ts'
import { createIdentityStore } from './stores/identities.ts'
import { createInviteStore } from './stores/invites.ts'
import { createLayoutConfigurationStore } from './stores/layout-configurations.ts'
import { createMemberInviteStore } from './stores/member-invites.ts'
import { createMfaChallengeStore } from './stores/mfa-challenges.ts'
import { createMfaFactorStore } from './stores/mfa-factors.ts'
import { createNotificationStore } from './stores/notifications.ts'
import { createPasswordResetStore } from './stores/password-resets.ts'
import { createRequestStore } from './stores/requests.ts'
import { createReviewStore } from './stores/reviews.ts'
import { createRevocationStore } from './stores/revocations.ts'
import { createSellerInvitationStore } from './stores/seller-invitations.ts'
import { createSellerStore } from './stores/sellers.ts'
import { createSigningKeyStore } from './stores/signing-keys.ts'
import { createTokenHolderStore } from './stores/token-holders.ts'
import { createUserStore } from './stores/users.ts'

/** Sellers and their members, administrators, log-in, API keys, and everything that gateways must know about them. */
export const sellersService: Service<Deps, typeof SellersConfig> = {
  name: 'sellers',
  version: '0.1.0',
  config: SellersConfig,
  handlers: [
    ...accessHandlers,
    ...apiKeyHandlers,
    ...apiKeyLookupHandlers,
    ...authHandlers,
    ...inviteHandlers,
    ...layoutConfigurationHandlers,
    ...memberHandlers,
    ...memberInviteHandlers,
    ...mfaHandlers,
    ...notificationHandlers,
    ...onboardingHandlers,
    ...orderReviewHandlers,
    ...ownReviewHandlers,
    ...passwordHandlers,
    ...productReviewHandlers,
    ...publicSellerHandlers,
    ...requestHandlers,
    ...reviewHandlers,
    ...sellerHandlers,
    ...storeSellerHandlers,
    ...userHandlers,
    ...vendorRequestHandlers,
    ...vendorReviewHandlers,
  ],

  async prepare({ db, bus, config, logger, outbox }) {
    const signer = await createTokenSigner({
      signingKey: config.AUTH_SIGNING_KEY,
      issuer: config.AUTH_ISSUER,
      ttl_s: config.TOKEN_TTL_S,
    })
    const stores = {
      sellers: createSellerStore(db, outbox),
      identities: createIdentityStore(db),
      apiKeys: createApiKeyStore(db, outbox),
      revocations: createRevocationStore(db),
      tokenHolders: createTokenHolderStore(db),
      keyRecords: createSigningKeyStore(db),
      users: createUserStore(db, outbox),
      invites: createInviteStore(db, outbox),
      memberInvites: createMemberInviteStore(db, outbox),
      requests: createRequestStore(db, outbox),
      reviews: createReviewStore(db, outbox),
      sellerInvitations: createSellerInvitationStore(db, outbox),
      passwordResets: createPasswordResetStore(db, outbox),
      mfaFactors: createMfaFactorStore(db),
      mfaChallenges: createMfaChallengeStore(db),
      notifications: createNotificationStore(db),
      layoutConfigurations: createLayoutConfigurationStore(db),
    }
    await ensureIndexes(stores)
    await ensureFirstAdministrator(stores, config, logger)
    const signingKeys = createSigningKeys({ signer, store: stores.keyRecords, logger })
    const access = createAccessWriter(bus, {
      replicas: config.JETSTREAM_REPLICAS,
      max_bytes: config.ACCESS_MAX_BYTES,
      max_age_ms: config.ACCESS_MAX_AGE_DAYS * DAY_MS,
    })
    return {
      ...stores,
      signer,
      signingKeys,
      access,
      salesChannels: createSalesChannels(bus),
      catalogue: createCatalogue(bus),
      marketplaceRules: createMarketplaceRules(bus),
      customers: createCustomers(bus),
      placedOrders: createPlacedOrders(bus),
      boughtGoods: createBoughtGoods(bus),
      ownGoods: createOwnGoods(bus),
    }
  },

  async background(deps, { bus, config, logger, metrics }) {
    const syncing = keepAccessInSync(deps, bus, logger)
    await syncing.first
    const notifying = notify(deps, { bus, logger, metrics, origin: config.GATEWAY_URL ?? '' })
    const following = followProposals(deps, { bus, logger, metrics })
    return [syncing, carryOutLeft({ ...deps, logger }), ...notifying, ...following]
  },
}
