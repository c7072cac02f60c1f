import type { Selection } from './fields.ts'
import type { BodyOf, ResponseOf } from './operation.ts'
import { asks, asksOwner, fillIn, tooMuch } from './product-fields.ts'
import { findProducts, type ProductNeed } from './products.ts'
import { weigher } from './weigher.ts'

/** Records, counted each time they are shown, that may be filled into one answer. */
const MAX_RECORDS = 50_000

interface Asking<Envelope> {
  selection: Selection
  passOn(): Envelope
}

interface Caller<Envelope> {
  call(
    operation: typeof findProducts,
    input: { body: BodyOf<typeof findProducts> },
    envelope: Envelope,
  ): Promise<ResponseOf<typeof findProducts>>
}

/**
 * The record (or list of records) with what its selection asks for of the catalogue filled in, at any depth: with one request to the
 * owner of products, and none when nothing is asked that is not at hand. Others are returned as they are.
 * @throws unavailable when the owner does not answer; invalid_data when it is more than one answer can hold
 */
export function withAskedProducts<T, Envelope>(record: T, request: Asking<Envelope>, bus: Caller<Envelope>): T | Promise<T> {
  if (!asksForProducts(request.selection)) return record
  return fillProducts(request.selection, record, async (relations) => {
    return (await bus.call(findProducts, { body: { relations } }, request.passOn())).relations
  })
}

/** Whether `fields` asks for anything that records do not hold themselves: for what their answer must be filled in with. */
export const asksForProducts = ({ all, choice, schema }: Selection): boolean => !all && asks(choice, schema)

/** Whether the owner of products may have to be asked for some of it. */
export const asksOthers = ({ all, choice, schema }: Selection): boolean => !all && asksOwner(choice, schema)

/** Fills in what the selection asks for; `find` answers each need with one value per id. The record itself stays as it is. */
export async function fillProducts<T>(
  selection: Pick<Selection, 'choice' | 'schema'>,
  record: T,
  find: (needs: ProductNeed[]) => Promise<readonly (readonly unknown[])[]>,
): Promise<T> {
  const wanted = new Map<string, { need: Omit<ProductNeed, 'ids'>; values: Map<string, unknown> }>()
  fillIn(selection, record, (need, id) => {
    const entry = wanted.get(keyOf(need)) ?? { need, values: new Map() }
    wanted.set(keyOf(need), entry)
    entry.values.set(id, undefined)
  })
  if (wanted.size > 0) {
    const found = await find([...wanted.values()].map(({ need, values }) => ({ ...need, ids: [...values.keys()] })))
    for (const [at, { values }] of [...wanted.values()].entries()) {
      for (const [n, id] of [...values.keys()].entries()) values.set(id, found[at]?.[n])
    }
  }

  const weightOf = weigher()
  let weight = 0
  return fillIn(selection, record, (need, id) => {
    const value = wanted.get(keyOf(need))?.values.get(id)
    weight += weightOf(value)
    if (weight > MAX_RECORDS) throw tooMuch(MAX_RECORDS)
    return value
  }) as T
}

const keyOf = ({ relation, fields = '*' }: Omit<ProductNeed, 'ids'>) => `${relation}?${fields}`
