import { createHash } from 'node:crypto'
import { demonstrationId, orderPlaced, productImportFinished, type User } from '@souk/contracts'
import type { Db } from 'mongodb'
import { hashPassword } from '../../services/sellers/src/credentials/passwords.ts'
import type { ApiKey, AuthIdentity } from '../../services/sellers/src/domain/identities/identity.ts'
import type { InviteRecord } from '../../services/sellers/src/domain/invites/invite.ts'
import type { MemberInviteRecord } from '../../services/sellers/src/domain/member-invites/member-invite.ts'
import {
  type NotificationFields,
  newOrderNotification,
  toAdministrators,
} from '../../services/sellers/src/domain/notifications/notification.ts'
import { type RequestRecord, requestOf } from '../../services/sellers/src/domain/requests/request.ts'
import type { MemberRecord, SellerRecord } from '../../services/sellers/src/domain/sellers/seller.ts'
import type { NotificationRecord } from '../../services/sellers/src/stores/notifications.ts'
import type { SeedSecrets } from '../start/secrets.ts'
import type { SeedContext } from './context.ts'
import { ids, SEEDED_AT } from './ids.ts'
import { insertMissing } from './insert-missing.ts'
import { seededReviews } from './reviews.ts'
import { seededSellersRequests } from './sellers-requests.ts'

export const EMAILS = {
  admin: 'admin@souk.example',
  seller: 'seller@souk.example',
  foreign_seller: 'other-seller@souk.example',
  customer: 'customer@souk.example',
} as const

const created = { created_at: SEEDED_AT, updated_at: SEEDED_AT }
const living = { ...created, deleted_at: null }

const member = (id: string, seller_id: string, overrides: Partial<MemberRecord>): MemberRecord => ({
  id,
  seller_id,
  role: 'owner',
  email: null,
  name: null,
  bio: null,
  phone: null,
  photo: null,
  ...living,
  ...overrides,
})

const seller = (
  id: string,
  overrides: Pick<SellerRecord, 'name' | 'handle' | 'members'> & Partial<SellerRecord>,
): SellerRecord => ({
  id,
  store_status: 'ACTIVE',
  description: null,
  email: null,
  phone: null,
  photo: null,
  address_line: 'Market Street 1',
  postal_code: '10115',
  city: 'Berlin',
  state: null,
  country_code: 'de',
  tax_id: 'DE123456789',
  ...living,
  ...overrides,
})

export const seededSellers: readonly SellerRecord[] = [
  seller(ids.seller, {
    name: 'Linen & Loom',
    handle: 'linen-and-loom',
    description: 'Clothes made to last',
    email: EMAILS.seller,
    phone: '+49 30 123456',
    photo: 'https://images.example/linen-and-loom.png',
    members: [
      member(ids.member, ids.seller, {
        email: EMAILS.seller,
        name: 'Ada Loom',
        bio: 'Founder',
        phone: '+49 30 123456',
        photo: 'https://images.example/ada.png',
      }),
      member(ids.second_member, ids.seller, { role: 'member', email: 'ben@souk.example', name: 'Ben Loom' }),
    ],
  }),
  seller(ids.foreign_seller, {
    name: 'Copper Kettle',
    handle: 'copper-kettle',
    email: EMAILS.foreign_seller,
    members: [member(ids.foreign_member, ids.foreign_seller, { email: EMAILS.foreign_seller, name: 'Cy Kettle' })],
  }),
]

const ADMIN: User = {
  id: ids.admin,
  email: EMAILS.admin,
  first_name: 'Alex',
  last_name: 'Admin',
  avatar_url: null,
  metadata: null,
  ...living,
}

/** Sellers and members, ways to log in, and API keys: one of them revoked, to try the refusal. */
export async function seedSellers(db: Db, { secrets, leftOut }: SeedContext) {
  const identities = await identitiesOf(secrets)
  const records = {
    sellers: seededSellers,
    users: [ADMIN, { ...ADMIN, id: ids.example_user, email: 'example@souk.example', first_name: 'Deleted' }],
    invites: [ids.invite, ids.example_invite].map(anInvite),
    member_invites: [aMemberInvite(ids.member_invite, ids.seller), aMemberInvite(ids.foreign_member_invite, ids.foreign_seller)],
    auth_identities: identities,
    requests: [
      aRequest(ids.request, 'Wool & Wheel', identities.find(({ id }) => id === ids.requesting_identity)!),
      aRequest(ids.example_request, 'Ink & Quill', identities.find(({ id }) => id === ids.example_requesting_identity)!),
      ...seededSellersRequests,
    ],
    reviews: seededReviews,
    notifications: [
      aNotification(
        ids.seller_notification,
        newOrderNotification(orderPlaced, { id: ids.order, seller_id: ids.seller, customer_name: 'Cora Cotton' }),
      ),
      aNotification(
        ids.admin_notification,
        toAdministrators(productImportFinished, demonstrationId('pimp', 1), {
          title: 'Product import',
          description: 'Product import of file shirts.csv completed successfully!',
        }),
      ),
    ],
    api_keys: [
      publishableKey(ids.publishable_key, 'Storefront', secrets.publishable_key, null),
      publishableKey(ids.revoked_publishable_key, 'Old storefront', secrets.revoked_publishable_key, SEEDED_AT),
      publishableKey(ids.example_api_key, 'Deleted by an example', `pk_${ids.example_api_key}`, SEEDED_AT),
    ],
  }
  await insertMissing(db, records, leftOut)
}

/** Of now, unlike all else: old ones are removed. */
function aNotification(id: string, fields: NotificationFields): NotificationRecord {
  const now = new Date().toISOString()
  return { id, ...fields, receiver_id: null, created_at: now, updated_at: now, deleted_at: null }
}

const anInvite = (id: string): InviteRecord => ({
  id,
  email: `${id.toLowerCase()}@souk.example`,
  accepted: false,
  accepted_by: null,
  issue: 1,
  expires_at: SEEDED_AT,
  metadata: null,
  ...living,
})

const aMemberInvite = (id: string, seller_id: string): MemberInviteRecord => ({
  id,
  email: `${id.toLowerCase()}@souk.example`,
  role: 'member',
  seller_id,
  accepted: false,
  accepted_by: null,
  expires_at: SEEDED_AT,
  ...living,
})

const aRequest = (id: string, name: string, identity: AuthIdentity): RequestRecord => ({
  id,
  ...requestOf({ name, member: { name: 'Dee', email: identity.email } }, identity),
  ...living,
})

function identitiesOf(secrets: SeedSecrets): Promise<AuthIdentity[]> {
  const identity = async (
    id: string,
    actor_type: AuthIdentity['actor_type'],
    email: string,
    password: string,
    actor_id: string,
    seller_id: string | null = null,
  ): Promise<AuthIdentity> => {
    return {
      id,
      provider: 'emailpass',
      actor_type,
      email,
      password_hash: await hashPassword(password),
      actor_id,
      seller_id,
      ...created,
    }
  }
  return Promise.all([
    identity(ids.admin_identity, 'user', EMAILS.admin, secrets.admin_password, ids.admin),
    identity(ids.seller_identity, 'seller', EMAILS.seller, secrets.seller_password, ids.member, ids.seller),
    identity(
      ids.foreign_seller_identity,
      'seller',
      EMAILS.foreign_seller,
      secrets.foreign_seller_password,
      ids.foreign_member,
      ids.foreign_seller,
    ),
    identity(ids.customer_identity, 'customer', EMAILS.customer, secrets.customer_password, ids.customer),
    identity(ids.requesting_identity, 'seller', 'new-seller@souk.example', secrets.seller_password, ''),
    identity(ids.example_requesting_identity, 'seller', 'example-seller@souk.example', secrets.seller_password, ''),
  ])
}

function publishableKey(id: string, title: string, token: string, revoked_at: string | null): ApiKey {
  return {
    id,
    type: 'publishable',
    title,
    token,
    token_sha256: createHash('sha256').update(token).digest('hex'),
    redacted: `${token.slice(0, 6)}***${token.slice(-3)}`,
    sales_channel_ids: [ids.sales_channel],
    created_by: ids.admin,
    revoked_by: revoked_at && ids.admin,
    revoked_at,
    last_used_at: null,
    ...created,
  }
}
