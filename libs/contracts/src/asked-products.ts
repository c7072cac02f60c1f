import type { z } from 'zod'
import { invalidData } from './errors.ts'
import { fieldsOf } from './field-schema.ts'
import { type Branch, type Choice, entriesOf } from './field-tree.ts'
import type { Selection } from './fields.ts'
import type { BodyOf, ResponseOf } from './operation.ts'
import { type ProductField, productFieldOf } from './product-relations.ts'
import { findProducts } from './products.ts'
import { isRecord } from './schemas/free-form.ts'
import { Product } from './schemas/product.ts'
import { weigher } from './weigher.ts'

/** Something of the catalogue that records need, with the ids to ask for. */
export type ProductNeed = BodyOf<typeof findProducts>['relations'][number]

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

/** Whether `fields` asks for anything of the catalogue that records do not hold. */
export const asksForProducts = ({ all, choice, schema }: Selection): boolean => !all && asks(choice, schema)

/** Fills in what the selection asks for; `find` answers each need with one value per id. The record itself stays as it is. */
export async function fillProducts<T>(
  { choice, schema }: Pick<Selection, 'choice' | 'schema'>,
  record: T,
  find: (needs: ProductNeed[]) => Promise<readonly (readonly unknown[])[]>,
): Promise<T> {
  const wanted = new Map<string, { need: Omit<ProductNeed, 'ids'>; values: Map<string, unknown> }>()
  fill(choice, schema, record, undefined, (need, id) => {
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
  return fill(choice, schema, record, undefined, (need, id) => {
    const value = wanted.get(keyOf(need))?.values.get(id)
    weight += weightOf(value)
    if (weight > MAX_RECORDS)
      throw invalidData(`The fields ask for more than ${MAX_RECORDS} related records; please ask for less`)
    return value
  }) as T
}

const keyOf = ({ relation, fields = '*' }: Omit<ProductNeed, 'ids'>) => `${relation}?${fields}`

type Shown = Readonly<Record<string, unknown>>
/** What the owner of products has for a need, complete; undefined when that is not known. */
type Resolve = (need: Omit<ProductNeed, 'ids'>, id: string) => unknown

/** A copy of the value in which every asked field holds what is at hand for it, or what `resolve` knows. */
function fill(choice: Choice, schema: z.ZodObject, value: unknown, around: Shown | undefined, resolve: Resolve): unknown {
  if (!asks(choice, schema)) return value
  if (Array.isArray(value)) return value.map((one) => fill(choice, schema, one, around, resolve))
  if (!isRecord(value)) return value
  const product = schema === Product ? value : isRecord(value.product) ? value.product : around
  const filled = { ...value }
  for (const [name, part] of choice as Branch) {
    const field = productFieldOf(schema, name, part)
    const relation = fieldsOf(schema).get(name)?.relation
    const held = field?.held ? field.held(value, product) : field ? undefined : value[name]
    if (held !== undefined) filled[name] = relation ? fill(part, relation, held, product, resolve) : held
    else if (field) filled[name] = resolved(field, part, value, resolve)
  }
  return filled
}

function resolved({ relation, key, list }: ProductField, part: Choice, record: Shown, resolve: Resolve): unknown {
  const id = record[key]
  const need = relation && { relation, ...(part instanceof Map && { fields: entriesOf(part).join() }) }
  return (need && typeof id === 'string' ? resolve(need, id) : undefined) ?? (list ? [] : null)
}

const asking = new WeakMap<Branch, boolean>()

/** Whether anything below the choice is of the catalogue and not held; worked out once per choice. */
function asks(choice: Choice, schema: z.ZodObject): boolean {
  if (!(choice instanceof Map)) return false
  const known = asking.get(choice)
  if (known !== undefined) return known
  const fields = fieldsOf(schema)
  const answer = [...choice].some(([name, part]) => {
    const relation = fields.get(name)?.relation
    return productFieldOf(schema, name, part) !== undefined || (relation ? asks(part, relation) : false)
  })
  asking.set(choice, answer)
  return answer
}
