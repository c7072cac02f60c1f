import { listStoreRegions as contract, searchOf } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

/** From memory: another replica's change is seen within half a second. */
export const listStoreRegions = implement(contract, async ({ query }, { regions }: Deps) => {
  const living = (await regions.listWith(null)).map(({ record }) => record)
  const { records, ...page } = pageOf(living, query, searchOf(contract))
  return { regions: records, ...page }
})
