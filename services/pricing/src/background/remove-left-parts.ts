import { ENDED_AFTER_MS } from '@souk/contracts'
import { type FinishLeftOptions, finishLeft, leftWork, newCommand } from '@souk/runtime'
import { type PartStores, removeParts } from '../operations/products/remove-parts.ts'

const DEADLINE_MS = 5000

/**
 * Removes the prices, inventory items and options of products whose deletion was interrupted, or had too many of them for one
 * request. Any number of replicas may run this.
 */
export function removeLeftParts(deps: PartStores & Omit<FinishLeftOptions, 'problem'>) {
  const { products, leftAfterMs = ENDED_AFTER_MS } = deps
  const left = leftWork(
    products.listLeft,
    (product) => removeParts([product], newCommand(Date.now() + DEADLINE_MS), deps),
    products.postponeLeft,
  )
  return finishLeft([left], { ...deps, leftAfterMs, problem: 'parts of deleted products could not be removed' })
}
