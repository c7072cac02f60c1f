import { z } from 'zod'
import { fieldTraits } from './common.ts'

/** The facts about one field of a record that the `fields` grammar needs. */
export interface Field {
  /** Shown only when a path names it. */
  asked: boolean
  /** Shown empty with the plain values of its parent record, unless a path names it. */
  blank: boolean
  /** May be missing from an answer; an asked-only field that is not optional is null instead. */
  optional: boolean
  /** Empty in snapshots, and filled only if a path names it. */
  lean: boolean
  /** How it is shown with the plain values of its parent record; null if it is not. */
  along: 'plain' | 'whole' | null
  /** The schema of the nested record, or of each record of a list; null for plain values and free-form objects. */
  relation: z.ZodObject | null
  /** Has a `raw_` twin on request. */
  number: boolean
}

/** One name of a path, with its field; `raw` is the twin of a number field. */
export interface Step {
  name: string
  field: Field
  raw: boolean
}

const MAX_DEPTH = 10
const known = new WeakMap<z.ZodObject, ReadonlyMap<string, Field>>()

/** The fields of a record, computed once per schema. */
export function fieldsOf(schema: z.ZodObject): ReadonlyMap<string, Field> {
  const described =
    known.get(schema) ?? new Map(Object.entries(schema.shape).map(([name, field]) => [name, describe(field as z.ZodType)]))
  known.set(schema, described)
  return described
}

/** The steps of a dotted path; undefined if the schema does not declare it, or it is longer than 10 names. */
export function stepsOf(schema: z.ZodObject, path: string): Step[] | undefined {
  const names = path === '' ? [] : path.split('.', MAX_DEPTH + 1)
  if (names.length > MAX_DEPTH) return undefined
  const steps: Step[] = []
  let record: z.ZodObject | null = schema
  for (const name of names) {
    const step: Step | undefined = record ? stepIn(fieldsOf(record), name) : undefined
    if (!step) return undefined
    steps.push(step)
    record = step.raw ? null : step.field.relation
  }
  return steps
}

function stepIn(fields: ReadonlyMap<string, Field>, name: string): Step | undefined {
  const field = fields.get(name)
  if (field) return { name, field, raw: false }
  const twin = name.startsWith('raw_') ? fields.get(name.slice('raw_'.length)) : undefined
  return twin?.number ? { name, field: twin, raw: true } : undefined
}

function describe(schema: z.ZodType): Field {
  const field: Field = { asked: false, blank: false, optional: false, lean: false, along: null, relation: null, number: false }
  let inner: unknown = schema
  for (;;) {
    const traits = fieldTraits.get(inner as z.ZodType)
    if (traits?.asked) field.asked = true
    if (traits?.blank) field.blank = true
    if (traits?.lean) field.lean = true
    if (traits?.along) field.along = traits.along
    if (traits?.value) return field
    if (inner instanceof z.ZodOptional) field.optional = true
    if (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodLazy) inner = inner.unwrap()
    else if (inner instanceof z.ZodArray && holdsRecords(inner)) inner = inner.element
    else break
  }
  return { ...field, relation: inner instanceof z.ZodObject ? inner : null, number: inner instanceof z.ZodNumber }
}

const holdsRecords = (list: z.ZodArray): boolean => list.element instanceof z.ZodObject || list.element instanceof z.ZodLazy
