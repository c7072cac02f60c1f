import { listStores as contract, listDeclarationOf } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { shownStore } from '../domain/store.ts'

export const listStores = implement(contract, async ({ query, deadline }, { storeRecords }: Deps) => {
  const { records, count } = pageOf(await storeRecords.list(deadline), query, listDeclarationOf(contract).q)
  return { stores: records.map(shownStore), count, offset: query.offset, limit: query.limit }
})
