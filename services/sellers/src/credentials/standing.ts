import { accessKeys } from '@souk/runtime'
import type { AuthIdentity } from '../domain/identities/identity.ts'
import { findMember } from '../domain/sellers/seller.ts'
import type { RevocationStore } from '../stores/revocations.ts'
import type { SellerStore } from '../stores/sellers.ts'
import type { UserStore } from '../stores/users.ts'

export interface StandingSources {
  sellers: SellerStore
  revocations: RevocationStore
  users: Pick<UserStore, 'find'>
}

export interface Standing {
  mayLogIn: boolean
  /** Tokens issued before this are void, in seconds since the epoch; 0: none are. */
  since: number
}

/** The parts of an identity on which its standing depends. */
type Whose = Pick<AuthIdentity, 'id' | 'actor_type' | 'actor_id' | 'seller_id' | 'disabled_at'>

/** Takes as long to look up as an administrator's log-in. */
export const NOBODY: Whose = { id: 'nobody', actor_type: 'user', actor_id: 'nobody', seller_id: null }

/** Whether the password's owner may log in: identity, record and seller exist, and none of them is revoked. */
export async function standingOf(
  identity: Whose,
  { sellers, revocations, users }: StandingSources,
  deadline: number,
): Promise<Standing> {
  const since = accessKeys.identity(identity.id)
  const [isThere, live] = await Promise.all([
    isActorThere(identity, { sellers, users }, deadline),
    revocations.findLive([since, ...actorKeys(identity)], new Date(), deadline),
  ])
  const isRevoked = live.some(({ id }) => id !== since)
  return {
    mayLogIn: !identity.disabled_at && isThere && !isRevoked,
    since: live.find(({ id }) => id === since)?.since ?? 0,
  }
}

/** A customer's record belongs to another service: its deletion removes the identity, and `revoke-access` disables it. */
async function isActorThere(
  { actor_type, actor_id, seller_id }: Whose,
  { sellers, users }: Pick<StandingSources, 'sellers' | 'users'>,
  deadline: number,
): Promise<boolean> {
  if (actor_id === '' || actor_type === 'customer') return true
  if (actor_type === 'user') return (await users.find(actor_id, deadline)) !== undefined
  const seller = seller_id === null ? undefined : (await sellers.find(seller_id, deadline))?.seller
  if (!seller || seller.deleted_at || seller.access_revoked_at) return false
  return findMember(seller, actor_id) !== undefined
}

function actorKeys({ actor_type, actor_id, seller_id }: Whose): string[] {
  if (actor_id === '') return []
  if (actor_type === 'user') return [accessKeys.user(actor_id)]
  if (actor_type === 'customer') return [accessKeys.customer(actor_id)]
  return [accessKeys.member(actor_id), ...(seller_id === null ? [] : [accessKeys.seller(seller_id)])]
}
