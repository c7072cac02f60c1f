import { deleteProductTag as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deleteProductTag = implement(contract, async ({ params, command }, { productTags }: Deps) => {
  const deleted = await productTags.remove(params.id, command)
  const answer = { id: params.id, object: 'product_tag' as const, deleted: true as const }
  return new Answer(answer, deleted && { revision: deleted.revision })
})
