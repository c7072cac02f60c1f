import { deleteInvite as contract } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deleteInvite = implement(contract, async ({ params, command }, { invites }: Deps) => {
  const deleted = await invites.remove(params.id, command)
  return deletionAnswer('invite', params.id, deleted)
})
