import { operations } from '@souk/contracts'
import type { System } from '../system.ts'
import { apiKeys } from './api-keys.ts'
import { auth } from './auth.ts'
import { campaigns } from './campaigns.ts'
import { carts } from './carts.ts'
import { catalogue } from './catalogue.ts'
import { checkout } from './checkout.ts'
import { commission } from './commission.ts'
import { configurationRules } from './configuration-rules.ts'
import { customerGroups } from './customer-groups.ts'
import { customers } from './customers.ts'
import { draftOrders } from './draft-orders.ts'
import { giftCards } from './gift-cards.ts'
import { inventory } from './inventory.ts'
import { invites } from './invites.ts'
import { layoutConfigurations } from './layout-configurations.ts'
import { memberInvites } from './member-invites.ts'
import { members } from './members.ts'
import { mfa } from './mfa.ts'
import { notifications } from './notifications.ts'
import { orderEdits } from './order-edits.ts'
import { orders } from './orders.ts'
import { passwords } from './passwords.ts'
import { paymentCollections } from './payment-collections.ts'
import { places } from './places.ts'
import { priceLists } from './price-lists.ts'
import { promotions } from './promotions.ts'
import { reasons } from './reasons.ts'
import { replacements } from './replacements.ts'
import { requests } from './requests.ts'
import { returnRequests } from './return-requests.ts'
import { reviews } from './reviews.ts'
import type { Resource, Scene } from './scene.ts'
import { sellerShipping } from './seller-shipping.ts'
import { sellers } from './sellers.ts'
import { shipping } from './shipping.ts'
import { storeCreditAccounts } from './store-credit-accounts.ts'
import { users } from './users.ts'
import { wishlists } from './wishlists.ts'

const RESOURCES: readonly Resource[] = [
  apiKeys,
  auth,
  campaigns,
  carts,
  catalogue,
  checkout,
  commission,
  configurationRules,
  customerGroups,
  customers,
  draftOrders,
  giftCards,
  inventory,
  invites,
  layoutConfigurations,
  memberInvites,
  members,
  mfa,
  notifications,
  orderEdits,
  orders,
  passwords,
  paymentCollections,
  places,
  priceLists,
  promotions,
  reasons,
  replacements,
  requests,
  returnRequests,
  reviews,
  sellerShipping,
  sellers,
  shipping,
  storeCreditAccounts,
  users,
  wishlists,
]

/** Operations with a route. */
export const OFFERED = operations.filter(({ path }) => path !== undefined)

/** The scene of every operation that has a route: without one of each, no suite that reads them runs. */
export const SCENES: Readonly<Record<string, Scene>> = Object.assign(
  {},
  ...RESOURCES.map((resource) => resource.operations),
) as Record<string, Scene>

/** The ids for the `:name`s of recorded requests. */
export const recordedIds = async (system: System): Promise<Record<string, string>> =>
  Object.assign({}, ...(await Promise.all(RESOURCES.map((resource) => resource.recorded?.(system)))))

const rows = RESOURCES.flatMap((resource) => Object.keys(resource.operations))
const fail = (names: string[], what: string) => {
  if (names.length > 0) throw new Error(`${names.join(', ')}: ${what} in test/system/scenes`)
}
fail(
  OFFERED.flatMap(({ name }) => (Object.hasOwn(SCENES, name) ? [] : [name])),
  'no honest request is known; it needs a row',
)
fail(
  rows.filter((name, at) => rows.indexOf(name) !== at),
  'has two rows',
)
fail(
  rows.filter((row) => !OFFERED.some(({ name }) => name === row)),
  'is no operation with a route, and needs no row',
)
