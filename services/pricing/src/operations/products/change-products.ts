import type { DecisionContext, ProductChangeInput, VariantPriceInput } from '@souk/contracts'
import type { FoundRecord, NewId, RecordCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { wantedPrices } from '../../domain/products/base-prices.ts'
import { changedProduct, withRepriced } from '../../domain/products/changed-product.ts'
import { optionIdsOf, type PlannedChange, plannedChange } from '../../domain/products/planned-change.ts'
import type { ProductRecord, VariantRecord } from '../../domain/products/product-record.ts'
import { isVariantRepriced, withRepricing } from '../../domain/products/repricing.ts'
import { replaceBasePrices } from '../../stores/base-prices.ts'
import { mapInTurns } from '../map-in-turns.ts'
import type { MadeVariant } from './own-items.ts'
import { knownOptions } from './product-references.ts'
import { presentPrices, pricesAfter, repriced, repricedIds } from './variant-prices.ts'

/** The requested change of one product. */
export interface ProductChange {
  present: ProductRecord
  input: ProductChangeInput
  /** Returns the same ids for each call; they differ between products. */
  newIds: () => NewId
}
interface Plan extends PlannedChange {
  /** All base prices that each variant of the request has afterwards; undefined: its present ones. */
  prices: (VariantPriceInput[] | undefined)[]
}
export interface Planned extends ProductChange {
  change: Plan
}

/** @param plan wraps the planning of each change, which throws refusals; changes for which it returns undefined are left out */
export async function planChanges(
  changes: readonly ProductChange[],
  { deps, deadline }: { deps: Deps; deadline: number },
  plan: (at: number, run: () => Plan) => Plan | undefined = (_at, run) => run(),
): Promise<Planned[]> {
  const ids = changes.flatMap(({ present, input }) => [...present.options.map(({ id }) => id), ...optionIdsOf(input)])
  const variants = changes.flatMap(({ input }) => input.variants ?? [])
  const [known, present] = await Promise.all([knownOptions(ids, deps, deadline), presentPrices(variants, deps, deadline)])
  const now = new Date().toISOString()
  const planned = await mapInTurns(changes, (one, at) => {
    const change = plan(at, () => ({
      ...plannedChange(one.present, one.input, known, { newId: one.newIds(), now }),
      prices: (one.input.variants ?? []).map((variant) => pricesAfter(variant, present)),
    }))
    return change ? [{ ...one, change }] : []
  })
  return planned.flat()
}

/** The product after a planned change. @throws invalid_data */
export function withPlanned(
  product: ProductRecord,
  planned: Planned,
  { now, command }: Pick<DecisionContext, 'now'> & { command: Pick<RecordCommand, 'op' | 'deadline'> },
): ProductRecord {
  const { input, options, prices } = planned.change
  const changed = changedProduct(product, input, options, { newId: planned.newIds(), now })
  const ids = repricedIds((input.variants ?? []).map(({ id }, at) => ({ id, prices: prices[at] })))
  const dated = withRepriced(changed, ids, { now })
  const isPriced = (at: number) => prices[at] && (prices[at].length > 0 || input.variants?.[at]?.id !== undefined)
  const pricedIds = namedIds(planned).filter((_, at) => isPriced(at))
  return withRepricing(dated, pricedIds, command, now)
}

/**
 * Gives the variants of changed products the prices that were sent with them, with one read for all. After a failure a repeat of
 * the same request does the rest; once they are written, it leaves them as they are.
 * @returns the products with their prices
 */
export async function replacePrices(
  changed: readonly (FoundRecord<ProductRecord> & { planned: Planned })[],
  command: RecordCommand,
  deps: Deps,
): Promise<FoundRecord<ProductRecord>[]> {
  const now = new Date().toISOString()
  const priced = changed.flatMap(({ planned, record }) => {
    const context = { newId: planned.newIds(), now }
    const named = namedVariants(planned, record)
    return planned.change.prices.flatMap((prices, at) => {
      const variant = named[at]
      if (!prices || !variant || !isVariantRepriced(record, command.op.text, variant.id)) return []
      return [{ id: variant.id, prices: wantedPrices(prices, variant, { seller_id: record.seller_id, context }) }]
    })
  })
  const ids = priced.map(({ id }) => id)
  const wanted = priced.flatMap(({ prices }) => prices)
  await replaceBasePrices(deps.prices, ids, wanted, { ...command, fate: undefined })
  return Promise.all(changed.map(({ record, revision }) => repriced({ record, revision }, command, deps)))
}

/** The variants that a change removes from the product: never those that it creates, which a repeat finds there. */
export function leavingVariants(change: ProductChange): VariantRecord[] {
  const { present, input } = change
  if (!input.variants) return []
  const staying = new Set(namedIds(change))
  return present.variants.filter(({ id }) => !staying.has(id))
}

/** The variants that a change created, or whose stock it made managed, as they are in the product. */
export function madeVariants(change: ProductChange, changed: ProductRecord): MadeVariant[] {
  const named = namedVariants(change, changed)
  return (change.input.variants ?? []).flatMap((input, at) =>
    input.id === undefined || input.manage_inventory ? [{ input, variant: named[at] }] : [],
  )
}

/** The variants of the request, in its order; undefined: deleted meanwhile. A repeat may also find them in another order. */
function namedVariants(change: ProductChange, { variants }: ProductRecord): (VariantRecord | undefined)[] {
  const known = new Map(variants.map((variant) => [variant.id, variant]))
  return namedIds(change).map((id) => known.get(id))
}

function namedIds({ input: { variants = [] }, newIds }: ProductChange): string[] {
  const newId = newIds() // the ids that the decision will draw first
  return variants.map(({ id }) => id ?? newId('variant'))
}
