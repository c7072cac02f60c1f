import type { DecisionContext, ProductChangeInput } from '@souk/contracts'
import type { NewId, RecordCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { changedProduct } from '../../domain/products/changed-product.ts'
import { newBasePrices } from '../../domain/products/new-variant.ts'
import { optionIdsOf, type PlannedChange, plannedChange } from '../../domain/products/planned-change.ts'
import type { ProductRecord } from '../../domain/products/product-record.ts'
import { replaceBasePrices } from '../../stores/base-prices.ts'
import { knownOptions } from './product-references.ts'

/** What a request asks for of one product. */
export interface ProductChange {
  present: ProductRecord
  input: ProductChangeInput
  /** The same ids each time it is called; other products have others. */
  newIds: () => NewId
}
export interface Planned extends ProductChange {
  change: PlannedChange
}

/** @param plan wraps the planning of each change, which throws what it is refused with; undefined is left out */
export async function planChanges(
  changes: readonly ProductChange[],
  { deps, deadline }: { deps: Deps; deadline: number },
  plan: (at: number, run: () => PlannedChange) => PlannedChange | undefined = (_at, run) => run(),
): Promise<Planned[]> {
  const ids = changes.flatMap(({ present, input }) => [...present.options.map(({ id }) => id), ...optionIdsOf(input)])
  const known = await knownOptions(ids, deps, deadline)
  const now = new Date().toISOString()
  return changes.flatMap((one, at) => {
    const change = plan(at, () => plannedChange(one.present, one.input, known, { newId: one.newIds(), now }))
    return change ? [{ ...one, change }] : []
  })
}

/** The product as a planned change makes it. @throws invalid_data */
export const withPlanned = (product: ProductRecord, { change, newIds }: Planned, { now }: Pick<DecisionContext, 'now'>) =>
  changedProduct(product, change.input, change.options, { newId: newIds(), now })

/**
 * Gives the variants of changed products the prices that were sent with them: one read, whatever their number. A repeat of the
 * same request does what a failure left undone.
 */
export async function replacePrices(
  changed: readonly { planned: Planned; record: ProductRecord }[],
  command: RecordCommand,
  deps: Deps,
) {
  const now = new Date().toISOString()
  const priced = changed.flatMap(({ planned, record }) => {
    const context = { newId: planned.newIds(), now }
    return (planned.input.variants ?? []).flatMap(({ prices }, at) => {
      const variant = record.variants[at]
      if (!prices || !variant) return []
      return [{ id: variant.id, prices: newBasePrices(prices, variant, { seller_id: record.seller_id, context }) }]
    })
  })
  const ids = priced.map(({ id }) => id)
  const wanted = priced.flatMap(({ prices }) => prices)
  await replaceBasePrices(deps.prices, ids, wanted, { ...command, fate: undefined })
}
