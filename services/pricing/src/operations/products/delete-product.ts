import { deleteProduct as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deleteProduct = implement(contract, async ({ params, command }, { products }: Deps) => {
  const deleted = await products.remove(params.id, command)
  const answer = { id: params.id, object: 'product' as const, deleted: true as const }
  return new Answer(answer, deleted && { revision: deleted.revision })
})
