import { deleteSession as contract, MFA_CHALLENGE, unauthorized } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { endSession } from '../../credentials/end-session.ts'
import type { Deps } from '../../deps.ts'

/** A log-in without its second factor has no session, and must not use up what ending one costs its identity. */
export const deleteSession = implement(contract, async ({ actor, deadline }, deps: Deps) => {
  if (actor.type !== 'identity' || actor.token_id === null || actor.actor_type === MFA_CHALLENGE) throw unauthorized()
  await endSession(actor.session_id ?? actor.token_id, actor, deps, deadline)
  return { success: true as const }
})
