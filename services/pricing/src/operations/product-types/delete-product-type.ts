import { deleteProductType as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deleteProductType = implement(contract, async ({ params, command }, { productTypes }: Deps) => {
  const deleted = await productTypes.remove(params.id, command)
  const answer = { id: params.id, object: 'product_type' as const, deleted: true as const }
  return new Answer(answer, deleted && { revision: deleted.revision })
})
