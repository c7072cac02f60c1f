import { listStoreSellers as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { publicSeller } from '../../domain/sellers/seller.ts'

const OPEN = { store_status: 'ACTIVE' }

export const listStoreSellers = implement(contract, async ({ query, deadline }, { sellers }: Deps) => {
  const { records, ...page } = await sellers.page(query, deadline, async (found) => found.map(publicSeller), OPEN)
  return { sellers: records, ...page }
})
