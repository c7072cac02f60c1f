import { deleteProductCategory as contract } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deleteProductCategory = implement(contract, async ({ params, command }, { categories }: Deps) => {
  const revision = await categories.remove(params.id, command)
  return deletionAnswer('product_category', params.id, { revision })
})
