import { deleteInvite as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deleteInvite = implement(contract, async ({ params, command }, { invites }: Deps) => {
  const deleted = await invites.remove(params.id, command)
  return new Answer(
    { id: params.id, object: 'invite' as const, deleted: true as const },
    deleted && { revision: deleted.revision },
  )
})
