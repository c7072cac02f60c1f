import { listProductVariants as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { pageOfVariants } from './page-of-variants.ts'

export const listProductVariants = implement(contract, async (request, deps: Deps) => {
  const found = await deps.products.find(request.params.id, request.deadline)
  return pageOfVariants(found?.record, request, deps)
})
