import { deleteProductCategory as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deleteProductCategory = implement(contract, async ({ params, command }, { categories }: Deps) => {
  const revision = await categories.remove(params.id, command)
  return new Answer({ id: params.id, object: 'product_category' as const, deleted: true as const }, { revision })
})
