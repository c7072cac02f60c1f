import { deleteProductCategory as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deleteProductCategory = implement(contract, async ({ params, command }, { categories }: Deps) => {
  await categories.remove(params.id, command)
  return { id: params.id, object: 'product_category' as const, deleted: true as const }
})
