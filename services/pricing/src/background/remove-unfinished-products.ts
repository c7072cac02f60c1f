import { DAY_MS } from '@souk/contracts'
import { type FinishLeftOptions, finishLeft, leftWork, type Metrics } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { discardFreeOptions } from '../operations/products/own-options.ts'

/**
 * A request may be repeated for a day, and an import may retry its products for the week that it is kept: until then the product
 * may still be created.
 */
const PATIENCE_MS = 8 * DAY_MS
const DEADLINE_MS = 5000

type Left = Awaited<ReturnType<Deps['unfinishedProducts']['listLeft']>>[number]
type Stores = Pick<Deps, 'products' | 'productOptions' | 'prices' | 'unfinishedProducts'>
interface Options extends Omit<FinishLeftOptions, 'problem' | 'leftAfterMs'> {
  metrics: Pick<Metrics, 'count'>
}

/**
 * Removes the options and base prices of products that were never created: they are written before the product, so a crash in
 * between, or a write that fails for good, leaves them behind. Any number of replicas may run this: each part is removed once.
 */
export function removeUnfinishedProducts({ metrics, ...deps }: Stores & Options) {
  async function remove(left: Left) {
    const deadline = Date.now() + DEADLINE_MS
    if (!(await deps.products.isMade(left.product_id, deadline))) {
      const removed = await Promise.all([
        discardFreeOptions(left.option_ids, deps, deadline),
        deps.prices.discardBasePrices(left.variant_ids, deadline),
      ])
      const help = 'Options and base prices that were removed because their product was never made'
      metrics.count('souk_unfinished_product_parts_total', help, removed[0] + removed[1])
    }
    await deps.unfinishedProducts.forgetLeft(left, deadline)
  }
  const problem = 'parts of products that were never made could not be removed'
  return finishLeft([leftWork(deps.unfinishedProducts.listLeft, remove)], { ...deps, leftAfterMs: PATIENCE_MS, problem })
}
