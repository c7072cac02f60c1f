import type { ApplicationMethodTarget, PromotionRule } from '@souk/contracts'

type Rule = Pick<PromotionRule, 'attribute' | 'operator'> & { values: readonly { value: string }[] }

const OPERATORS: Record<Rule['operator'], (found: readonly unknown[], wanted: ReadonlySet<string>) => boolean> = {
  eq: (found, wanted) => found.length > 0 && found.every((value) => isAmong(wanted, value)),
  in: (found, wanted) => found.some((value) => isAmong(wanted, value)),
  ne: (found, wanted) => !found.some((value) => isAmong(wanted, value)),
  gt: comparing((found, wanted) => found > wanted),
  gte: comparing((found, wanted) => found >= wanted),
  lt: comparing((found, wanted) => found < wanted),
  lte: comparing((found, wanted) => found <= wanted),
}

/**
 * Whether a cart, or one of its lines or shipping methods, meets all of these rules. Rules of lines and of shipping methods may
 * name their attributes as those of the cart do: `items.product.id` of a line is `product.id`. One without values is never met.
 */
export const meetsRules = (rules: readonly Rule[], subject: object, scope: ApplicationMethodTarget): boolean =>
  rules.every(({ attribute, operator, values }) => {
    if (attribute === '' || values.length === 0) return false
    const prefix = `${scope}.`
    const path = scope !== 'order' && attribute.startsWith(prefix) ? attribute.slice(prefix.length) : attribute
    const found = valueAt(path.split('.'), subject)
    return OPERATORS[operator](Array.isArray(found) ? found : [found], new Set(values.map(({ value }) => value)))
  })

/** Undefined where there is none; of a list, the values of its entries. Only what the records hold themselves is found. */
function valueAt(path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path
  if (value === undefined || value === null) return undefined
  if (name === undefined) return value
  if (Array.isArray(value)) return value.flatMap((entry) => valueAt(path, entry))
  if (typeof value !== 'object' || !Object.hasOwn(value, name)) return undefined
  return valueAt(rest, (value as Record<string, unknown>)[name])
}

/** Neither a missing value nor an object is ever among texts. */
const isAmong = (wanted: ReadonlySet<string>, value: unknown): boolean => !isComposite(value) && wanted.has(String(value))

const isComposite = (value: unknown) => value === undefined || value === null || typeof value === 'object'

/** Each value must compare with one of those wanted. A missing value counts as 0; what is no number does not compare. */
function comparing(compare: (found: number, wanted: number) => boolean) {
  return (found: readonly unknown[], wanted: ReadonlySet<string>) =>
    found.length > 0 && found.every((value) => [...wanted].some((one) => compare(numberOf(value ?? 0), numberOf(one))))
}

const numberOf = (value: unknown): number => {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
}
