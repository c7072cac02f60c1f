import { deleteSession as contract, unauthorized } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { endSession } from '../../credentials/end-session.ts'
import type { Deps } from '../../deps.ts'

export const deleteSession = implement(contract, async ({ actor, deadline }, deps: Deps) => {
  if (actor.type !== 'identity' || actor.token_id === null) throw unauthorized()
  await endSession(actor.session_id ?? actor.token_id, actor, deps, deadline)
  return { success: true as const }
})
