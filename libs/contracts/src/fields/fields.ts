import type { z } from 'zod'
import { type Bounds, withinBounds } from './allowed-fields.ts'
import { fieldEntry } from './field-entry.ts'
import { stepsOf } from './field-schema.ts'
import { type Branch, bareBranch, type Choice, exclude, include, shows } from './field-tree.ts'
import { isRecord } from './free-form.ts'
import { JsonText } from './json-text.ts'
import { LongList } from './long-list.ts'
import { rawAmount } from './raw-amount.ts'

/** The fields of a record that an answer shows. Compiled once per schema, defaults and text; never changed afterwards. */
export interface Selection {
  /** Everything that need not be requested: the record is answered as it is. */
  readonly all: boolean
  readonly schema: z.ZodObject
  readonly choice: Choice
  /** See `projectionOf`. */
  readonly projection: Readonly<Record<string, 1>> | undefined
}

export type Defaults = 'all' | readonly string[]

/** Fields that come along with others named in `fields`: only `-` removes them, unless they are always shown. */
export interface Companions {
  /** Paths, any of which brings the others if it is shown. Absent: every `fields` brings them. */
  of?: readonly string[]
  /** Entries as in `fields`. */
  bring: readonly string[]
  /** Not even `-` removes them: they are never shown again. */
  always?: true
}

const NO_COMPANIONS: readonly Companions[] = []
const NO_BOUNDS: Bounds = { allowed: [] }
const MAX_CACHED = 500
const MAX_CACHED_LENGTH = 1000
type OfCompanions = WeakMap<readonly Companions[], Map<string, Selection>>
const compiled = new WeakMap<z.ZodObject, WeakMap<Bounds, OfCompanions>>()

/**
 * Reads the `fields` query parameter, a comma-separated list, from left to right:
 *
 * - `a`, `a.b` show a field; a relation at the end is shown whole. One such entry makes the list replace the defaults.
 * - `+a` (or ` a`, as a URL's `+a` is read) adds to the defaults.
 * - `-a` removes a default, with everything below it. In a list that replaces the defaults it removes nothing, as with the peers:
 * the dashboard sends `variants.id,-variants`, and counts variants.
 * - `*a`, `a.*` add the plain values of a relation, without its own relations except those that come along (`FieldTraits.along`);
 * `*` alone adds those of the record itself.
 * - `raw_a` is the exact decimal text of the number `a`: `{ value, precision }`.
 *
 * Only fields of the schema can be selected, and only within the bounds, if there are any; others are ignored. A shown record
 * always shows its id. `text` undefined: the defaults. A text without entries: only the id.
 * @throws invalid_data for paths through more relations than the bounds allow
 */
export function compileFields(
  schema: z.ZodObject,
  text: string | undefined,
  defaults: Defaults,
  companions: readonly Companions[] = NO_COMPANIONS,
  bounds: Bounds = NO_BOUNDS,
): Selection {
  const ofSchema = compiled.get(schema) ?? new WeakMap<Bounds, OfCompanions>()
  compiled.set(schema, ofSchema)
  const ofBounds: OfCompanions = ofSchema.get(bounds) ?? new WeakMap()
  ofSchema.set(bounds, ofBounds)
  const cache = ofBounds.get(companions) ?? new Map<string, Selection>()
  ofBounds.set(companions, cache)
  const key = `${defaults === 'all' ? '*' : defaults.join()}${text === undefined ? '' : `?${text}`}`
  const cached = cache.get(key)
  if (cached) return cached
  const selection = selectionOf(schema, text, defaults, { companions, bounds })
  if (key.length <= MAX_CACHED_LENGTH) {
    for (const oldest of cache.keys()) {
      if (cache.size < MAX_CACHED) break
      cache.delete(oldest)
    }
    cache.set(key, selection)
  }
  return selection
}

/** The selected fields of a record (or of each record of a list), as a new object; the record is not changed. */
export function selectFields(selection: Selection, record: unknown): unknown {
  return selection.choice instanceof Map ? pick(selection.choice, record) : record
}

/** Whether the answer shows the field at the dotted path: for asked-only records, whether they must be fetched. */
export const wants = ({ choice, schema }: Selection, path: string): boolean => showsPath(choice, schema, path)

function showsPath(choice: Choice, schema: z.ZodObject, path: string): boolean {
  const steps = stepsOf(schema, path)
  return steps !== undefined && shows(choice, steps)
}

function selectionOf(
  schema: z.ZodObject,
  text: string | undefined,
  defaults: Defaults,
  { companions, bounds }: { companions: readonly Companions[]; bounds: Bounds },
): Selection {
  const given = text?.split(',').filter((entry) => entry !== '') ?? []
  const replaces = text !== undefined && (given.length === 0 || given.some(isPlain))
  const entries = bounds === NO_BOUNDS ? given : withinBounds(given, schema, defaults, bounds)
  const start: Choice = defaults === 'all' && !replaces ? 'whole' : bareBranch(schema)
  const applied = replaces
    ? entries.filter((entry) => !takesAway(entry))
    : defaults === 'all'
      ? entries
      : [...defaults, ...entries]
  const named = applied.reduce<Choice>((before, entry) => apply(before, schema, entry), start)
  const choice = text === undefined ? named : withCompanions(named, schema, companions, entries)
  return { all: choice === 'whole', schema, choice, projection: choice instanceof Map ? projected(choice) : undefined }
}

function withCompanions(
  named: Choice,
  schema: z.ZodObject,
  companions: readonly Companions[],
  entries: readonly string[],
): Choice {
  if (named === 'whole') return named
  const unwanted = entries.filter(takesAway).map((entry) => entry.slice(1).trim())
  const isWanted = (entry: string) => !unwanted.some((path) => `${entry.replace('*', '')}.`.startsWith(`${path}.`))
  return companions
    .filter(({ of }) => !of || of.some((path) => showsPath(named, schema, path)))
    .flatMap(({ bring, always }) => (always ? bring : bring.filter(isWanted)))
    .reduce<Choice>((before, entry) => apply(before, schema, `+${entry}`), named)
}

const takesAway = (entry: string) => entry.startsWith('-')
const isPlain = (entry: string) => !/^[ +*-]/.test(entry) && !entry.trimEnd().endsWith('.*')

function apply(choice: Choice, schema: z.ZodObject, entry: string): Choice {
  const { takesAway, plain, path } = fieldEntry(entry)
  const steps = stepsOf(schema, path)
  if (!steps || (steps.length === 0 && (!plain || takesAway))) return choice
  return takesAway ? exclude(choice, schema, steps) : include(choice, schema, steps, plain)
}

function projected(branch: Branch): Readonly<Record<string, 1>> {
  const projection: Record<string, 1> = { _id: 1 }
  const visit = (fields: Branch, prefix: string) => {
    for (const [name, choice] of fields) {
      if (choice instanceof Map) visit(choice, `${prefix}${name}.`)
      else if (choice === 'raw') projection[prefix + name.slice('raw_'.length)] = 1
      else if (choice === 'whole' && (prefix !== '' || name !== 'id')) projection[prefix + name] = 1
    }
  }
  visit(branch, '')
  return Object.freeze(projection)
}

function pick(branch: Branch, record: unknown): unknown {
  if (record instanceof JsonText) return pick(branch, record.value)
  if (Array.isArray(record) || record instanceof LongList) return record.map((entry) => pick(branch, entry))
  if (!isRecord(record)) return record
  const picked: Record<string, unknown> = {}
  for (const [name, choice] of branch) {
    const shown = shownAs(choice, name, record)
    if (shown !== undefined) picked[name] = choice instanceof Map ? pick(choice, shown) : shown
  }
  return picked
}

function shownAs(choice: Choice, name: string, record: Record<string, unknown>): unknown {
  if (choice === 'null') return null
  if (choice === 'empty') return []
  return choice === 'raw' ? twin(record[name.slice('raw_'.length)]) : record[name]
}

const twin = (amount: unknown) => (typeof amount === 'number' ? rawAmount(amount) : amount === undefined ? undefined : null)
