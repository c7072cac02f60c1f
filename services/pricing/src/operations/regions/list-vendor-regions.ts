import { listVendorRegions as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const listVendorRegions = implement(contract, async ({ query, deadline }, { regions }: Deps) => {
  const { records, ...page } = await regions.page(query, deadline, async (found) => found)
  return { regions: records, ...page }
})
