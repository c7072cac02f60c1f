import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * The shape of a JSON value: the name of a plain value's type, an object of the shapes of its fields, a list of the one shape
 * of all its elements (empty where none was seen), and null where only null was seen.
 */
export type Shape = 'string' | 'number' | 'boolean' | null | [Shape?] | { [field: string]: Shape }

/**
 * A request as a client of Medusa or Mercur sent it, `:order` and the like standing for ids, and the shape of the answer it
 * got.
 */
export interface RecordedAnswer {
  client: string
  /** `GET /admin/orders/:order?fields=id,metadata` */
  request: string
  answer: Shape
}

/** Free-form objects are kept without their fields; `raw_*` twins, which only come when they are asked for, are left out. */
export const recordedAnswers = (): RecordedAnswer[] =>
  readFileSync(resolve(import.meta.dirname, '../data/client-answers.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordedAnswer)

/**
 * The differences of a value from a shape, by path: null where a record is expected, and lists that are all empty where elements
 * are, count as well.
 */
export function differences(shape: Shape, value: unknown, path = ''): string[] {
  if (value === undefined) return [`${path}: missing`]
  if (shape === null || (value === null && isPlainOrFree(shape))) return []
  if (Array.isArray(shape)) return ofList(shape, value, path)
  if (typeof shape === 'string' || value === null || typeof value !== 'object' || Array.isArray(value)) {
    const found = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
    const expected = typeof shape === 'string' ? shape : 'object'
    return found === expected ? [] : [`${path}: ${found} instead of ${expected}`]
  }
  const record = value as Record<string, unknown>
  return Object.entries(shape).flatMap(([field, inner]) => differences(inner, record[field], path ? `${path}.${field}` : field))
}

/** A plain value, or a free-form object: null where there is nothing. */
const isPlainOrFree = (shape: Shape) =>
  typeof shape === 'string' || (shape !== null && !Array.isArray(shape) && Object.keys(shape).length === 0)

function ofList([element]: [Shape?], value: unknown, path: string): string[] {
  if (!Array.isArray(value)) return [`${path}: ${value === null ? 'null' : typeof value} instead of array`]
  if (element === undefined) return []
  if (value.length === 0) return [`${path}: empty`]
  const ofEach = value.map((one) => differences(element, one, `${path}[]`))
  const counts = (found: string) => !found.endsWith(': empty') || ofEach.every((others) => others.includes(found))
  return [...new Set(ofEach.flat().filter(counts))]
}
