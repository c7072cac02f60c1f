import type { ApplicationMethodTarget, PromotionRule } from '@souk/contracts'
import { perObject } from '@souk/totals'

type Rule = Pick<PromotionRule, 'attribute' | 'operator'> & { values: readonly { value: string }[] }

/** Whether a subject's values satisfy the rule. */
type Met = (found: readonly unknown[]) => boolean

/** Each precomputes what does not depend on the subject. */
const OPERATORS: Record<Rule['operator'], (wanted: readonly string[]) => Met> = {
  eq: among((isWanted) => (found) => found.length > 0 && found.every(isWanted)),
  in: among((isWanted) => (found) => found.some(isWanted)),
  ne: among((isWanted) => (found) => !found.some(isWanted)),
  gt: comparing(Math.min, (found, least) => found > least),
  gte: comparing(Math.min, (found, least) => found >= least),
  lt: comparing(Math.max, (found, greatest) => found < greatest),
  lte: comparing(Math.max, (found, greatest) => found <= greatest),
}

/** Cached for all lines of a cart, since a rule may have thousands of values. */
const prepared = perObject(({ attribute, operator, values }: Rule) => ({
  path: attribute.split('.'),
  isMet: OPERATORS[operator](values.map(({ value }) => value)),
}))

/**
 * Whether a cart, or one of its lines or shipping methods, meets all of these rules. Rules for lines and shipping methods may
 * name attributes by their path in the cart: `items.product.id` is `product.id` of a line. A rule without values is never met.
 */
export const meetsRules = (rules: readonly Rule[], subject: object, scope: ApplicationMethodTarget): boolean =>
  rules.every((rule) => {
    if (rule.attribute === '' || rule.values.length === 0) return false
    const { path, isMet } = prepared(rule)
    const isOfScope = scope !== 'order' && path.length > 1 && path[0] === scope
    const found = valueAt(isOfScope ? path.slice(1) : path, subject)
    return isMet(Array.isArray(found) ? found : [found])
  })

/** Undefined if there is no value; for a list, the values of its entries. Only own properties are considered. */
function valueAt(path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path
  if (value === undefined || value === null) return undefined
  if (name === undefined) return value
  if (Array.isArray(value)) return value.flatMap((entry) => valueAt(path, entry))
  if (typeof value !== 'object' || !Object.hasOwn(value, name)) return undefined
  return valueAt(rest, (value as Record<string, unknown>)[name])
}

/** A missing value or an object never matches. */
function among(met: (isWanted: (value: unknown) => boolean) => Met) {
  return (wanted: readonly string[]): Met => {
    const texts = new Set(wanted)
    return met((value) => !isComposite(value) && texts.has(String(value)))
  }
}

const isComposite = (value: unknown) => value === undefined || value === null || typeof value === 'object'

/**
 * Each value must satisfy the comparison with at least one of the wanted ones. A missing value counts as 0; a value that is not a
 * number never satisfies it.
 */
function comparing(furthest: (one: number, other: number) => number, compare: (found: number, wanted: number) => boolean) {
  return (wanted: readonly string[]): Met => {
    const numbers = wanted.map(numberOf).filter((one) => !Number.isNaN(one))
    const bound = numbers.length === 0 ? Number.NaN : numbers.reduce((one, other) => furthest(one, other))
    return (found) => found.length > 0 && found.every((value) => compare(numberOf(value ?? 0), bound))
  }
}

const numberOf = (value: unknown): number => {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
}
