import type { Choice } from '../fields/field-tree.ts'
import type { Selection } from '../fields/fields.ts'
import { byteCounter } from './byte-counter.ts'
import type { ProductNeed } from './find-products.ts'
import { asks, asksForTooMuch, asksOwner, fillIn } from './product-fields.ts'
import { weigher } from './weigher.ts'

/** Most related records that may be filled into one answer, counted each time they are shown. */
const MAX_RECORDS = 50_000

/**
 * For excessive requests that are recognized before anything is filled in. @param count related records, counted each time they
 * are shown
 * @throws invalid_data if there are more than one answer may have
 */
export function assertFewRelated(count: number) {
  if (count > MAX_RECORDS) throw asksForTooMuch(`${MAX_RECORDS} related records`)
}

/**
 * Limits the size of related records that are answered as they are, or in the parts that `choice` shows; shared ones count each
 * time they are shown.
 * @throws invalid_data if they exceed the size of one answer
 */
export function assertShortRelated(records: readonly unknown[], choice: Choice = 'whole') {
  const count = byteCounter()
  for (const record of records) count(choice, record)
}

/** Whether `fields` asks for anything that the records themselves do not contain, so that the answer must be filled in. */
export const asksForProducts = ({ all, choice, schema }: Selection): boolean => !all && asks(choice, schema)

/** Whether some of it may require a call of the owner of products. @param except a field to ignore; default: none */
export const asksOthers = ({ all, choice, schema }: Selection, except?: string): boolean =>
  !all && asksOwner(choice, schema, except)

/**
 * The inclusive MongoDB projection that reads only what the selection shows. Undefined means the whole document: the selection
 * does not say which fields are needed to find related records.
 */
export const projectionOf = (selection: Selection): Readonly<Record<string, 1>> | undefined =>
  asksForProducts(selection) ? undefined : selection.projection

/**
 * Fills in the related records that the selection asks for; `find` answers each need with one value per id. The record itself is
 * not changed.
 * @throws invalid_data if they exceed the number or size of related records in one answer; the errors of `find`
 */
export async function fillProducts<T>(
  selection: Pick<Selection, 'choice' | 'schema'>,
  record: T,
  find: (needs: ProductNeed[]) => Promise<readonly (readonly unknown[])[]>,
): Promise<T> {
  const wanted = new Map<string, { need: Omit<ProductNeed, 'ids'>; values: Map<string, unknown> }>()
  const collect = (need: Omit<ProductNeed, 'ids'>, id: string) => {
    const entry = wanted.get(keyOf(need)) ?? { need, values: new Map() }
    wanted.set(keyOf(need), entry)
    entry.values.set(id, undefined)
  }
  const held = fillIn(selection, record, collect, byteCounter()) as T
  if (wanted.size === 0) return held
  const found = await find([...wanted.values()].map(({ need, values }) => ({ ...need, ids: [...values.keys()] })))
  for (const [at, { values }] of [...wanted.values()].entries()) {
    for (const [n, id] of [...values.keys()].entries()) values.set(id, found[at]?.[n])
  }

  const weightOf = weigher()
  let weight = 0
  const resolve = (need: Omit<ProductNeed, 'ids'>, id: string) => {
    const value = wanted.get(keyOf(need))?.values.get(id)
    weight += weightOf(value)
    assertFewRelated(weight)
    return value
  }
  return fillIn(selection, record, resolve, byteCounter()) as T
}

const keyOf = ({ relation, fields = '*' }: Omit<ProductNeed, 'ids'>) => `${relation}?${fields}`
