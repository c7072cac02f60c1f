import { listVendorStores as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { shownStore } from '../../domain/stores/store.ts'

export const listVendorStores = implement(contract, async ({ query, deadline }, { stores }: Deps) => {
  const { records, ...page } = await stores.page(query, deadline, async (found) => found.map(shownStore))
  return { stores: records, ...page }
})
