import { deleteSession as contract, unauthorized } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { revoke } from '../../credentials/revoke.ts'
import type { Deps } from '../../deps.ts'

export const deleteSession = implement(contract, async ({ actor, deadline }, deps: Deps) => {
  if (actor.type !== 'identity' || actor.token_id === null) throw unauthorized()
  await revoke({ kind: 'token', id: actor.session_id ?? actor.token_id }, deps, deadline, actor.identity_id)
  return { success: true as const }
})
