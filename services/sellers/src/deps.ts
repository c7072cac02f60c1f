import type { AccessWriter } from '@souk/runtime'
import type { BoughtGoodsOfOrders } from './clients/bought-goods.ts'
import type { Catalogue } from './clients/catalogue.ts'
import type { Customers } from './clients/customers.ts'
import type { MarketplaceRules } from './clients/marketplace-rules.ts'
import type { OwnGoodsOfSellers } from './clients/own-goods.ts'
import type { PlacedOrders } from './clients/placed-orders.ts'
import type { SalesChannels } from './clients/sales-channels.ts'
import type { SigningKeys } from './credentials/signing-keys.ts'
import type { TokenSigner } from './credentials/tokens.ts'
import type { ApiKeyStore } from './stores/api-keys.ts'
import type { IdentityStore } from './stores/identities.ts'
import type { InviteStore } from './stores/invites.ts'
import type { LayoutConfigurationStore } from './stores/layout-configurations.ts'
import type { MemberInviteStore } from './stores/member-invites.ts'
import type { MfaChallengeStore } from './stores/mfa-challenges.ts'
import type { MfaFactorStore } from './stores/mfa-factors.ts'
import type { NotificationStore } from './stores/notifications.ts'
import type { PasswordResetStore } from './stores/password-resets.ts'
import type { RequestStore } from './stores/requests.ts'
import type { ReviewStore } from './stores/reviews.ts'
import type { RevocationStore } from './stores/revocations.ts'
import type { SellerInvitationStore } from './stores/seller-invitations.ts'
import type { SellerStore } from './stores/sellers.ts'
import type { SigningKeyStore } from './stores/signing-keys.ts'
import type { TokenHolderStore } from './stores/token-holders.ts'
import type { UserStore } from './stores/users.ts'

/** The dependencies of this service's handlers. */
export interface Deps {
  sellers: SellerStore
  identities: IdentityStore
  users: UserStore
  invites: InviteStore
  memberInvites: MemberInviteStore
  requests: RequestStore
  reviews: ReviewStore
  sellerInvitations: SellerInvitationStore
  passwordResets: PasswordResetStore
  mfaFactors: MfaFactorStore
  mfaChallenges: MfaChallengeStore
  notifications: NotificationStore
  layoutConfigurations: LayoutConfigurationStore
  apiKeys: ApiKeyStore
  revocations: RevocationStore
  tokenHolders: TokenHolderStore
  keyRecords: SigningKeyStore
  signer: TokenSigner
  signingKeys: SigningKeys
  access: AccessWriter
  /** Records of `pricing`. */
  salesChannels: SalesChannels
  catalogue: Catalogue
  marketplaceRules: MarketplaceRules
  ownGoods: OwnGoodsOfSellers
  /** Records of `orders`. */
  customers: Customers
  placedOrders: PlacedOrders
  boughtGoods: BoughtGoodsOfOrders
}
