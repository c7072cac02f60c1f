import { listStoreRegions as contract, REGION_SEARCH } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

/** From memory: another replica's change is seen within half a second. */
export const listStoreRegions = implement(contract, async ({ query }, { regions }: Deps) => {
  const living = (await regions.listWith(null)).map(({ record }) => record)
  const { records, ...page } = pageOf(living, query, { inside: REGION_SEARCH })
  return { regions: records, ...page }
})
