import { z } from 'zod'
import type { FilterTerm } from './list-filter.ts'

const MAX_ALTERNATIVES = 50

/** Collects the terms from the output of the schemas of filters and groups, at any depth. */
export function termsIn(conditions: object): FilterTerm[] {
  return Object.values(conditions).flatMap((value: FilterTerm[] | object | undefined) =>
    value === undefined ? [] : Array.isArray(value) ? value : termsIn(value),
  )
}

/** The shape of an object with these filters by path: `customers.id` is queried as `customers[id]=…`. */
export function shapeOf(entries: readonly (readonly [string, z.ZodType])[], isNested = false): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {}
  const nested = new Map<string, [string, z.ZodType][]>()
  for (const [path, schema] of entries) {
    const [name, ...rest] = path.split('.')
    if (rest.length === 0) shape[name!] = schema.optional()
    else nested.set(name!, [...(nested.get(name!) ?? []), [rest.join('.'), schema]])
  }
  for (const [name, inner] of nested) {
    if (Object.hasOwn(shape, name)) throw new Error(`A list filters by ${name} and by fields of it`)
    const inside = shapeOf(inner, true)
    const terms = z.strictObject(inside).transform(termsIn)
    shape[name] = z
      .strictObject({ ...inside, ...groupsOf(() => terms, 'together') })
      .optional()
      .meta({
        ...(!isNested && { style: 'deepObject', explode: true }),
        description: `Only records whose ${name} have these values: \`${name}[${inner[0]![0]}]=a\`.`,
      })
  }
  return shape
}

/**
 * Nested groups of filters, as `$and` and `$or`.
 * @param all `together`: the terms of each group of `$and` stay together, because they are about one record of several
 */
export const groupsOf = (terms: () => z.ZodType<FilterTerm[]>, all: 'apart' | 'together' = 'apart') => ({
  $and: groupOf(terms, 'all', all === 'together'),
  $or: groupOf(terms, 'any'),
})

function groupOf(terms: () => z.ZodType<FilterTerm[]>, kind: 'all' | 'any', isTogether = false) {
  const name = kind === 'all' ? '$and' : '$or'
  const text = kind === 'all' ? 'All of these filter groups must match' : 'At least one of these filter groups must match'
  return z
    .unknown()
    .transform((input, ctx): FilterTerm[] => {
      const parsed = z.array(terms()).max(MAX_ALTERNATIVES).safeParse(input)
      if (!parsed.success) {
        for (const issue of parsed.error.issues) ctx.issues.push(issue as (typeof ctx.issues)[number])
        return []
      }
      if (kind === 'any') return [{ any: parsed.data }]
      return isTogether ? parsed.data.map((all) => ({ any: [all] })) : parsed.data.flat()
    })
    .optional()
    .meta({ type: 'array', items: { type: 'object' }, description: `${text}: \`${name}[0][…]=…&${name}[1][…]=…\`.` })
}
