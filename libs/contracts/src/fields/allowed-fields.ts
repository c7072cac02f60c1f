import type { z } from 'zod'
import { invalidData } from '../operation/errors.ts'
import { type FieldEntry, fieldEntry } from './field-entry.ts'
import { fieldsOf, stepsOf } from './field-schema.ts'

/** The parts of a record that `fields` may show, for audiences that may not see all of it. */
export interface Bounds {
  /** Paths in addition to the defaults: a value, or a relation with its plain values, but not its own relations. */
  allowed: readonly string[]
  /** Most relations in one path; default 3. */
  relations?: number
}

const MAX_RELATIONS = 3

/**
 * The allowed entries; others are dropped, as with the peers. A whole relation becomes its plain values and its allowed
 * relations.
 * @throws invalid_data for paths through too many relations
 */
export function withinBounds(
  entries: readonly string[],
  schema: z.ZodObject,
  defaults: 'all' | readonly string[],
  { allowed, relations = MAX_RELATIONS }: Bounds,
): string[] {
  const shown = defaults === 'all' ? namesOf(schema) : defaults
  const paths = new Set(['id', ...shown, ...allowed].map((entry) => fieldEntry(entry).path))
  const within = entries
    .map((text) => ({ text, ...fieldEntry(text) }))
    .filter(({ takesAway, path }) => takesAway || isAllowed(path))
  assertNear(within, relations)
  return within.flatMap(({ text, takesAway, plain, path }) => (takesAway || plain ? text : parts(path)))

  function isAllowed(path: string): boolean {
    if (paths.has(path)) return true
    const last = stepsOf(schema, path)?.at(-1)
    if (!last) return false
    const parent = path.slice(0, -last.name.length - 1)
    if (last.raw) return isAllowed([...(parent ? [parent] : []), last.name.slice('raw_'.length)].join('.'))
    return !last.field.relation && !last.field.asked && paths.has(parent)
  }

  function parts(path: string): string[] {
    const relation = stepsOf(schema, path)?.at(-1)?.field.relation
    if (!relation) return [`+${path}`]
    const inside = [...fieldsOf(relation)]
      .filter(([, { relation: of, asked }]) => of && !asked)
      .map(([name]) => `${path}.${name}`)
    return [`*${path}`, ...inside.filter((one) => paths.has(one)).flatMap(parts)]
  }
}

const namesOf = (schema: z.ZodObject) => [...fieldsOf(schema)].filter(([, { asked }]) => !asked).map(([name]) => name)

function assertNear(entries: readonly FieldEntry[], most: number) {
  const far = entries.filter(({ takesAway, path, plain }) => !takesAway && path.split('.').length - (plain ? 0 : 1) > most)
  if (far.length === 0) return
  const paths = far.map(({ path, plain }) => (plain ? `${path}.*` : path)).join(', ')
  throw invalidData(`The following fields expand more than the maximum of ${most} allowed relations: ${paths}`)
}
