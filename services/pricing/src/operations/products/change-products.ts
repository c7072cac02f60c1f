import type { DecisionContext, ProductChangeInput, VariantPriceInput } from '@souk/contracts'
import type { NewId, RecordCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { wantedPrices } from '../../domain/products/base-prices.ts'
import { changedProduct } from '../../domain/products/changed-product.ts'
import { optionIdsOf, type PlannedChange, plannedChange } from '../../domain/products/planned-change.ts'
import type { ProductRecord, VariantRecord } from '../../domain/products/product-record.ts'
import { replaceBasePrices } from '../../stores/base-prices.ts'
import type { MadeVariant } from './own-items.ts'
import { knownOptions } from './product-references.ts'
import { pricesAfter, pricesToComplete } from './variant-prices.ts'

/** What a request asks for of one product. */
export interface ProductChange {
  present: ProductRecord
  input: ProductChangeInput
  /** The same ids each time it is called; other products have others. */
  newIds: () => NewId
}
interface Plan extends PlannedChange {
  /** All base prices that each of the variants that are sent has afterwards; undefined: those that it has. */
  prices: (VariantPriceInput[] | undefined)[]
}
export interface Planned extends ProductChange {
  change: Plan
}

/** @param plan wraps the planning of each change, which throws what it is refused with; undefined is left out */
export async function planChanges(
  changes: readonly ProductChange[],
  { deps, deadline }: { deps: Deps; deadline: number },
  plan: (at: number, run: () => Plan) => Plan | undefined = (_at, run) => run(),
): Promise<Planned[]> {
  const ids = changes.flatMap(({ present, input }) => [...present.options.map(({ id }) => id), ...optionIdsOf(input)])
  const variants = changes.flatMap(({ input }) => input.variants ?? [])
  const [known, present] = await Promise.all([knownOptions(ids, deps, deadline), pricesToComplete(variants, deps, deadline)])
  const now = new Date().toISOString()
  return changes.flatMap((one, at) => {
    const change = plan(at, () => ({
      ...plannedChange(one.present, one.input, known, { newId: one.newIds(), now }),
      prices: (one.input.variants ?? []).map((variant) => pricesAfter(variant, present)),
    }))
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
    return planned.change.prices.flatMap((prices, at) => {
      const variant = record.variants[at]
      if (!prices || !variant) return []
      return [{ id: variant.id, prices: wantedPrices(prices, variant, { seller_id: record.seller_id, context }) }]
    })
  })
  const ids = priced.map(({ id }) => id)
  const wanted = priced.flatMap(({ prices }) => prices)
  await replaceBasePrices(deps.prices, ids, wanted, { ...command, fate: undefined })
}

/** The variants that a change takes out of the product. */
export const leavingVariants = ({ present, input: { variants } }: ProductChange): VariantRecord[] =>
  variants ? present.variants.filter(({ id }) => !variants.some((one) => one.id === id)) : []

/** The variants that a change made, as the product has them. */
export const madeVariants = ({ input: { variants = [] } }: ProductChange, changed: ProductRecord): MadeVariant[] =>
  variants.flatMap((input, at) => (input.id === undefined ? [{ input, variant: changed.variants[at] }] : []))
