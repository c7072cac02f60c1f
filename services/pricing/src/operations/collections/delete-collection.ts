import { deleteCollection as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deleteCollection = implement(contract, async ({ params, command }, { collections }: Deps) => {
  const deleted = await collections.remove(params.id, command)
  const answer = { id: params.id, object: 'collection' as const, deleted: true as const }
  return new Answer(answer, deleted && { revision: deleted.revision })
})
