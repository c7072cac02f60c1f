import { findRestockPlace as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { restockPlace } from '../restock-place.ts'

export const findRestockPlace = implement(contract, async ({ body, deadline }, deps: Deps) => {
  const { is_own, is_restockable } = await restockPlace(body, deps, deadline)
  return { is_own, is_restockable }
})
