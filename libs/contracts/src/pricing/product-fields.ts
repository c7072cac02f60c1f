import type { z } from 'zod'
import { fieldsOf } from '../fields/field-schema.ts'
import { type Branch, type Choice, entriesOf } from '../fields/field-tree.ts'
import type { Selection } from '../fields/fields.ts'
import { isRecord } from '../fields/free-form.ts'
import { JsonText, plain } from '../fields/json-text.ts'
import { invalidData } from '../operation/errors.ts'
import { PaymentCollection } from '../orders/payment.ts'
import { CartPaymentCollection, StorePaymentCollection } from '../orders/store-payment.ts'
import type { ProductNeed } from './find-products.ts'
import { Product, StoreProduct, StoreVariant, Variant } from './product.ts'
import { type Around, type AskedField, askedFieldOf } from './product-relations.ts'

type Shown = Readonly<Record<string, unknown>>
/** The complete value of a need, from the owner of products; undefined if it is not known. */
type ResolveNeed = (need: Omit<ProductNeed, 'ids'>, id: string) => unknown
/** Called for each value that is filled in, each time it is. @param part how much of it the answer shows */
type TellFilled = (part: Choice, value: unknown) => void

const PAYMENT_COLLECTIONS: ReadonlySet<z.ZodObject> = new Set([PaymentCollection, StorePaymentCollection, CartPaymentCollection])

const VARIANTS: ReadonlySet<z.ZodObject> = new Set([Variant, StoreVariant])

/** Most records to copy while filling in: variants and products that contain each other could be nested endlessly. */
const MAX_COPIES = 50_000

/**
 * A copy of the value in which every asked field has the value at hand, or that of `resolve`.
 * @throws invalid_data beyond `MAX_COPIES` records; the errors of `tell`
 */
export function fillIn(
  selection: Pick<Selection, 'choice' | 'schema'>,
  record: unknown,
  resolve: ResolveNeed,
  tell: TellFilled,
): unknown {
  let copies = 0

  function fill(choice: Choice, schema: z.ZodObject, value: unknown, around: Around): unknown {
    const fillings = fillingsOf(choice, schema)
    if (fillings.length === 0) return value
    if (value instanceof JsonText) return fill(choice, schema, value.value, around)
    if (Array.isArray(value)) return value.map((one) => fill(choice, schema, one, around))
    if (!isRecord(value)) return value
    if (++copies > MAX_COPIES) throw asksForTooMuch(`${MAX_COPIES} related records`)
    const inside = aroundIn(schema, value, around)
    const filled = { ...value }
    for (const { name, part, field, relation } of fillings) {
      const own = field?.held ? field.held(value, inside) : field ? shownAlready(value[name]) : value[name]
      if (own !== undefined) {
        if (own !== value[name]) tell(part, own)
        filled[name] = relation ? fill(part, relation, own, inside) : own
      } else if (field) {
        const found = resolved(field, part, value, resolve)
        tell(part, found)
        filled[name] = found
      }
    }
    return filled
  }

  return fill(selection.choice, selection.schema, record, {})
}

/** A handler of the owner may have filled it in; records themselves have it empty. */
const shownAlready = (value: unknown) => (value === null || (Array.isArray(value) && value.length === 0) ? undefined : value)

/** The records around those inside this one: a line contains a product, which fields inside the line may refer to. */
function aroundIn(schema: z.ZodObject, value: Shown, around: Around): Around {
  if (PAYMENT_COLLECTIONS.has(schema)) return { ...around, payment_collection: value }
  if (schema === Product || schema === StoreProduct) return { ...around, product: value }
  const product = plain(value.product)
  if (!isRecord(product)) return around
  return { ...around, product, isSold: around.isSold || !VARIANTS.has(schema) }
}

/** The refusal of an answer that would be too large. @param most what may be asked for, as text */
export const asksForTooMuch = (most: string) => invalidData(`The fields ask for more than ${most}; please ask for less`)

function resolved({ relation, key, list }: AskedField, part: Choice, record: Shown, resolve: ResolveNeed): unknown {
  const id = record[key]
  const need = relation && { relation, ...(part instanceof Map && { fields: entriesOf(part).join() }) }
  return (need && typeof id === 'string' ? resolve(need, id) : undefined) ?? (list ? [] : null)
}

/** A field of a record that is filled in, or whose records have such fields. */
interface Filling {
  name: string
  part: Choice
  field: AskedField | undefined
  relation: z.ZodObject | null
}

const NOTHING: readonly Filling[] = []
const known = new WeakMap<Branch, readonly Filling[]>()

/** Whether the choice shows anything that its record does not contain itself. */
export const asks = (choice: Choice, schema: z.ZodObject): boolean => fillingsOf(choice, schema).length > 0

/**
 * Whether anything that the choice shows may require a call of the owner of products. @param except a field of the schema to
 * ignore
 */
export const asksOwner = (choice: Choice, schema: z.ZodObject, except?: string): boolean =>
  fillingsOf(choice, schema).some(
    ({ name, part, field, relation }) => name !== except && (field?.relation || (relation && asksOwner(part, relation))),
  )

/** Computed once per choice, which belongs to one place among the records. @param inLine whether this is inside a line */
function fillingsOf(choice: Choice, schema: z.ZodObject, inLine = false): readonly Filling[] {
  if (!(choice instanceof Map)) return NOTHING
  const before = known.get(choice)
  if (before) return before
  const fields = fieldsOf(schema)
  const isInLine = inLine || (!VARIANTS.has(schema) && fields.get('product')?.relation != null)
  const fillings = [...choice].flatMap(([name, part]): Filling[] => {
    const asked = askedFieldOf(schema, name, part)
    const field = asked?.ofLine && !isInLine ? undefined : asked
    const relation = fields.get(name)?.relation ?? null
    return field || (relation && fillingsOf(part, relation, isInLine).length > 0) ? [{ name, part, field, relation }] : []
  })
  known.set(choice, fillings)
  return fillings
}
