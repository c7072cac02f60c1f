import { listStoreSellers as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { reviewedSellers } from '../../answers/reviewed-seller.ts'
import type { Deps } from '../../deps.ts'
import type { SellerRecord } from '../../domain/sellers/seller.ts'

const OPEN = { store_status: 'ACTIVE' }

export const listStoreSellers = implement(contract, async (request, deps: Deps) => {
  const { query, deadline } = request
  const show = (found: readonly SellerRecord[], until: number) => reviewedSellers(found, { ...request, deadline: until }, deps)
  const { records, ...page } = await deps.sellers.page(query, deadline, show, OPEN)
  return { sellers: records, ...page }
})
