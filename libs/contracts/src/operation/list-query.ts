import { z } from 'zod'
import { FieldsQuery, Flag, limitOf, Page, TextInput } from '../fields/common.ts'
import { kindOf, leafOf } from './list-field.ts'
import { type FilterTerm, filterOf } from './list-filter.ts'
import { groupsOf, shapeOf, termsIn } from './list-groups.ts'
import type { Operation } from './operation.ts'

export interface SortKey {
  field: string
  direction: 1 | -1
}

/** A client's list query, validated against the list's declaration. Field names are those of the contract, dotted if nested. */
export interface ListQuery {
  /** The runtime compiles it into the request's selection. */
  fields?: string | undefined
  offset: number
  /** 0: only the count. */
  limit: number
  /** Undefined: the list's own order, newest first. */
  order?: readonly SortKey[] | undefined
  /** Words to search for, never empty. */
  q?: string | undefined
  /** Whether deleted records are included. */
  with_deleted: boolean
  /** All of them must hold. */
  filter: readonly FilterTerm[]
  /** The flags that were given, if the list declares any. */
  flags?: Readonly<Record<string, boolean | undefined>>
  /** The context in which records are shown, such as a region, if the list declares any. */
  context?: Readonly<Record<string, string | undefined>>
}

/** The order of most of the peers' lists. */
export const OLDEST_FIRST: readonly SortKey[] = [{ field: 'created_at', direction: 1 }]

/** A field of `S`, or of a record nested in it: `customers.id`. */
type Path<S extends z.ZodObject> = (keyof S['shape'] & string) | `${keyof S['shape'] & string}.${string}`

export interface ListDeclaration<S extends z.ZodObject> {
  /** Fields that clients may order by, besides the key; `created_at` should be among them. */
  sort: readonly Path<S>[]
  /** Fields that clients may filter by, with all operators that the field's kind allows. */
  filter?: readonly Path<S>[]
  /** Those of them whose values are stored in lower case: they are found in any. */
  lowerCase?: readonly Path<S>[]
  /** Filters by ids of linked records, under names that are not fields of the listed records; the handler resolves them. */
  ids?: readonly string[]
  /** Fields by whose values those linked records may be named instead, by the name of the link. */
  namedBy?: Readonly<Record<string, readonly string[]>>
  /** Likewise, of links that the listed records do not hold: only equality can be asked for. */
  links?: readonly string[]
  /** Likewise, filters by values, without other operators than equality. Dotted if nested. */
  values?: readonly string[]
  /** Boolean parameters about how records are shown, by name; handlers get them in `flags`. */
  flags?: Readonly<Record<string, z.ZodType<boolean | undefined>>>
  /** Parameters of the context in which records are shown, such as a region, by name; handlers get them in `context`. */
  context?: Readonly<Record<string, z.ZodType<string | undefined>>>
  /** Changes `fields` according to the context, if that adds fields that the client did not name. */
  fieldsIn?: (fields: string | undefined, context: NonNullable<ListQuery['context']>) => string | undefined
  /** The fields whose words `q` searches; without any there is no `q`. */
  q?: readonly Path<S>[]
  /** Those of them, or all (`true`), in which `q` also finds text inside a word: short texts. */
  qInside?: true | readonly Path<S>[]
  /**
   * The effect of `with_deleted=true`. `shown`: deleted records are included; `hidden`: it is accepted without effect, as with
   * the peers; `refused` is the default. A filter by `deleted_at` alone never includes deleted records.
   */
  deleted?: keyof typeof WITH_DELETED
  /** The default number of records of a page; default 50. */
  limit?: number
  /** The list's own order; default: newest first. */
  order?: readonly SortKey[]
  /** The list's own order in words, if no fields of its records give it. */
  orderInWords?: string
  /** The field that identifies records, by which ties are ordered; default `id`. */
  key?: Path<S>
}

export interface DeclaredList {
  sort: readonly string[]
  filter: readonly string[]
  /** The fields that `q` searches. */
  q: readonly string[]
  /** Those of them in which it also finds text inside a word. */
  qInside: readonly string[]
}

const WITH_DELETED = {
  shown: Flag.describe('`true` also lists deleted records.'),
  hidden: Flag.transform(() => false).describe('Accepted but ignored: deleted records are never listed.'),
  refused: Flag.refine((value) => !value, 'must be false: this list shows no deleted records').describe(
    'Must be `false`: this list never shows deleted records.',
  ),
}

const LOWER_CASE = { lowerCase: true } as const
const MAX_ORDER = 500
const MAX_SEARCH = 200

/**
 * The query parameters of a list of `schema`: `fields`, `offset`, `limit`, `order`, `with_deleted`, `q`, and the declared
 * filters, also within `$and` and `$or`. Other parameters are refused by name.
 * @throws Error if the declaration names a field that the schema does not have
 */
export function listQuery<S extends z.ZodObject>(
  schema: S,
  {
    sort: declared,
    filter = [],
    lowerCase = [],
    ids = [],
    namedBy = {},
    links = [],
    values = [],
    flags,
    context,
    fieldsIn = (fields) => fields,
    q = [],
    qInside: inside = [],
    deleted = 'refused',
    limit: page = 50,
    order: own,
    orderInWords,
    key = 'id' as Path<S>,
  }: ListDeclaration<S>,
) {
  const sort = [...new Set<string>([...declared, key])]
  for (const path of [...sort, ...q]) leafOf(schema, path)
  const qInside = inside === true ? q : inside
  const filters = shapeOf([
    ...filter.map(
      (path) => [path, filterOf(path, { ...kindOf(schema, path), ...(lowerCase.includes(path) && LOWER_CASE) })] as const,
    ),
    ...ids.map(
      (name) => [name, filterOf(name, { kind: 'id', nullable: false, linked: true, namedBy: namedBy[name] ?? [] })] as const,
    ),
    ...links.map((name) => [name, filterOf(name, { kind: 'link', nullable: false, linked: true })] as const),
    ...values.map((name) => [name, filterOf(name, { kind: 'value', nullable: false })] as const),
  ])
  const groups = filter.length + ids.length + links.length + values.length === 0 ? {} : groupsOf(() => terms)
  const terms: z.ZodType<FilterTerm[]> = z.strictObject({ ...filters, ...groups }).transform(termsIn)

  const isFlag = (name: string) => flags !== undefined && Object.hasOwn(flags, name)
  const isContext = (name: string) => context !== undefined && Object.hasOwn(context, name)

  const query = z
    .strictObject({
      fields: FieldsQuery.optional(),
      offset: Page.shape.offset,
      limit: limitOf(page),
      order: orderOf(sort, orderInWords ?? keysOf(own)).optional(),
      with_deleted: WITH_DELETED[deleted].optional(),
      ...(q.length > 0 && { q: wordsOf(q, qInside).optional() }),
      ...flags,
      ...context,
      ...filters,
      ...groups,
    })
    .transform(({ fields, offset, limit, order = own, with_deleted = false, q, ...rest }): ListQuery => {
      const given = Object.entries(rest as Readonly<Record<string, object>>)
      const givenOf = (isMeant: (name: string) => boolean) =>
        Object.fromEntries(given.filter(([name]) => isMeant(name))) as Record<string, never>
      const around = givenOf(isContext)
      return {
        fields: fieldsIn(fields, around),
        offset,
        limit,
        order,
        with_deleted,
        q: q === '' ? undefined : (q as string),
        filter: termsIn(givenOf((name) => !isFlag(name) && !isContext(name))),
        ...(flags && { flags: givenOf(isFlag) }),
        ...(context && { context: around }),
      }
    })
  declarations.set(query, { sort, filter, q, qInside })
  return query
}

const declarations = new WeakMap<z.ZodType, DeclaredList>()

/** A list's declaration. @throws Error for an operation that is not a list */
export function listDeclarationOf({ name, query }: Pick<Operation, 'name' | 'query'>): DeclaredList {
  const declared = declarations.get(query)
  if (!declared) throw new Error(`${name} is no list`)
  return declared
}

/**
 * The fields of a record that its list searches, as stores take them: `inside` those in which text inside a word is found, too.
 * @throws Error for a list without `q`
 */
export function searchOf(list: Pick<Operation, 'name' | 'query'>) {
  const { q, qInside } = listDeclarationOf(list)
  if (q.length === 0) throw new Error(`${list.name} searches nothing`)
  return insideAndWords(q, qInside)
}

const insideAndWords = (q: readonly string[], inside: readonly string[]) => ({
  inside,
  words: q.filter((field) => !inside.includes(field)),
})

/** Whether an operation is a list: its query is that of `listQuery`. */
export const isList = ({ query }: Pick<Operation, 'query'>): boolean => declarations.has(query)

/** Whether the query asks for the whole list in its own order, without filter or search. @param own default: newest first */
export const asksForAll = ({ order, q, with_deleted, filter }: ListQuery, own?: readonly SortKey[]) =>
  order === own && q === undefined && !with_deleted && filter.length === 0

const keysOf = (order: readonly SortKey[] | undefined) =>
  order?.map(({ field, direction }) => (direction === -1 ? `-${field}` : field)).join() ?? 'newest first'

function orderOf(sort: readonly string[], byDefault: string) {
  return z
    .string()
    .max(MAX_ORDER)
    .transform((text, ctx): readonly SortKey[] | undefined => {
      const keys = new Map<string, SortKey>()
      for (const entry of text.split(',').map((one) => one.trim())) {
        if (entry === '') continue
        const field = entry.startsWith('-') ? entry.slice(1) : entry
        if (!sort.includes(field)) {
          const message = `Order field ${field.slice(0, 100)} is not valid, expected one of: ${sort.join(', ')}`
          ctx.issues.push({ code: 'custom', message, input: text })
          return z.NEVER
        }
        if (!keys.has(field)) keys.set(field, { field, direction: entry.startsWith('-') ? -1 : 1 })
      }
      return keys.size === 0 ? undefined : [...keys.values()]
    })
    .describe(
      `Comma-separated fields to sort by; a leading \`-\` sorts in descending order. One of: ${sort.join(', ')}. Default: ${byDefault}.`,
    )
}

function wordsOf(q: readonly string[], qInside: readonly string[]) {
  const { inside, words } = insideAndWords(q, qInside)
  const ways = [
    ...(inside.length > 0 ? [`is part of a word of: ${inside.join(', ')}`] : []),
    ...(words.length > 0 ? [`begins a word of: ${words.join(', ')}`] : []),
  ]
  return TextInput(MAX_SEARCH)
    .trim()
    .describe(`Only records in which each of these words ${ways.join('; or ')}.`)
}
