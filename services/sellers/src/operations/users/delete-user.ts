import { deleteUser as contract, notAllowed } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import { removeLogIn } from '../../credentials/release.ts'
import type { Deps } from '../../deps.ts'

/** A repeat completes an earlier attempt: it revokes tokens, and removes the log-in and the user's page layouts. */
export const deleteUser = implement(contract, async ({ params, actor, command, deadline }, deps: Deps) => {
  const { id } = params
  if (actor.type === 'user' && actor.id === id) throw notAllowed('A user cannot delete itself')
  const deleted = await deps.users.remove(id, command)
  if (deleted || (await deps.users.wasDeleted(id, deadline))) {
    await removeLogIn('user', { id }, deps, deadline)
    await deps.layoutConfigurations.forget([id], deadline)
  }
  return deletionAnswer('user', id, deleted)
})
