import type { Deps } from '../deps.ts'
import { removeSecondFactor } from './remove-second-factor.ts'
import { revoke } from './revoke.ts'

/**
 * After the deletion of a member: makes its tokens void at once, and frees the log-in for another seller. The log-in comes first,
 * because the next sync repeats the revocation of a deleted member. Idempotent.
 */
export async function releaseMember(id: string, deps: Deps, deadline: number) {
  await deps.identities.release('seller', id, new Date().toISOString(), deadline)
  await revoke({ kind: 'member', id }, deps, deadline)
  await deps.tokenHolders.release(id, deadline)
}

type Left = Pick<Deps, 'sellers' | 'users' | 'identities' | 'layoutConfigurations'>

/** Completes interrupted deletions of members and users: releases or removes their log-ins, and removes layouts. Idempotent. */
export async function releaseLeft({ sellers, users, identities, layoutConfigurations }: Left) {
  const [member_ids, user_ids] = await Promise.all([sellers.listDeletedMemberIds(), users.listDeletedIds()])
  await identities.settleGone({ member_ids, user_ids }, new Date().toISOString())
  await layoutConfigurations.forget(user_ids)
}

interface Gone {
  id: string
  /** The log-in, if its record may not have the owner's id yet. */
  identity_id?: string | null
}

/**
 * After the deletion of a user or customer: makes its tokens void at once, including those issued before it was created, and
 * removes the log-in with its second factor, so that its e-mail can be registered again; a log-in that has become a newer
 * customer's stays. Idempotent.
 */
export async function removeLogIn(kind: 'user' | 'customer', { id, identity_id = null }: Gone, deps: Deps, deadline: number) {
  await revoke({ kind, id }, deps, deadline)
  const own = (await deps.identities.findOfActor(kind, id, deadline))?.id ?? identity_id
  if (own === null) return
  await revoke({ kind: 'identity', id: own }, deps, deadline)
  // Someone with a token from the registration may have become another customer with the same log-in.
  const heir = kind === 'customer' ? await deps.customers.findRegistered(own, deadline) : null
  if (heir !== null && heir !== id) return deps.identities.release(kind, id, new Date().toISOString(), deadline)
  await deps.identities.deleteOf(own, id, deadline)
  if (!(await deps.identities.find(own, deadline))) await removeSecondFactor(own, deps, deadline)
}
