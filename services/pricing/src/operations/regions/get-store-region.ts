import { getStoreRegion as contract, notFound } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { regionAnswer } from '../../answers/region.ts'
import type { Deps } from '../../deps.ts'

/** From memory: another replica's change is seen within half a second, and a new region at once. */
export const getStoreRegion = implement(contract, async ({ params }, { regions }: Deps) => {
  const found = (await regions.listWith(params.id)).find(({ record }) => record.id === params.id)
  if (!found) throw notFound(`Region with id: ${params.id} was not found`)
  return regionAnswer(found)
})
