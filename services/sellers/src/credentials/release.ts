import type { Deps } from '../deps.ts'
import { revoke } from './revoke.ts'

/**
 * After the deletion of a member: every token of it is void at once, and the log-in is nobody's, free for another seller. The
 * log-in comes first: gateways hear of a deleted member again with the next sync. Idempotent.
 */
export async function releaseMember(id: string, deps: Deps, deadline: number) {
  await deps.identities.release('seller', id, new Date().toISOString(), deadline)
  await revoke({ kind: 'member', id }, deps, deadline)
  await deps.tokenHolders.release(id, deadline)
}

type Left = Pick<Deps, 'sellers' | 'users' | 'identities' | 'layoutConfigurations'>

/** Does what deletions of members and users that were cut short have left of their log-ins, and of users' pages. Idempotent. */
export async function releaseLeft({ sellers, users, identities, layoutConfigurations }: Left) {
  const [member_ids, user_ids] = await Promise.all([sellers.listDeletedMemberIds(), users.listDeletedIds()])
  await identities.settleGone({ member_ids, user_ids }, new Date().toISOString())
  await layoutConfigurations.forget(user_ids)
}

interface Gone {
  id: string
  /** The log-in, where its record may not tell yet whose it is. */
  identity_id?: string | null
}

/**
 * After the deletion of a user or customer: every token of it is void at once, those from before it was made as well, and the
 * log-in is gone, so that its e-mail can be registered again. Idempotent.
 */
export async function removeLogIn(kind: 'user' | 'customer', { id, identity_id = null }: Gone, deps: Deps, deadline: number) {
  await revoke({ kind, id }, deps, deadline)
  const own = (await deps.identities.findOfActor(kind, id, deadline))?.id ?? identity_id
  if (own === null) return
  await revoke({ kind: 'identity', id: own }, deps, deadline)
  await deps.identities.deleteOf(own, id, deadline)
}
