import type { ApplicationMethodTarget, PromotionRule } from '@souk/contracts'
import { perObject } from '@souk/totals'

type Rule = Pick<PromotionRule, 'attribute' | 'operator'> & { values: readonly { value: string }[] }

/** Whether the values that a subject has are as the rule wants them. */
type Met = (found: readonly unknown[]) => boolean

/** Of each, what does not depend on the subject is worked out once. */
const OPERATORS: Record<Rule['operator'], (wanted: readonly string[]) => Met> = {
  eq: among((isWanted) => (found) => found.length > 0 && found.every(isWanted)),
  in: among((isWanted) => (found) => found.some(isWanted)),
  ne: among((isWanted) => (found) => !found.some(isWanted)),
  gt: comparing(Math.min, (found, least) => found > least),
  gte: comparing(Math.min, (found, least) => found >= least),
  lt: comparing(Math.max, (found, greatest) => found < greatest),
  lte: comparing(Math.max, (found, greatest) => found <= greatest),
}

/** Once for all lines of a cart: a rule may have thousands of values. */
const prepared = perObject(({ attribute, operator, values }: Rule) => ({
  path: attribute.split('.'),
  isMet: OPERATORS[operator](values.map(({ value }) => value)),
}))

/**
 * Whether a cart, or one of its lines or shipping methods, meets all of these rules. Rules of lines and of shipping methods may
 * name their attributes as those of the cart do: `items.product.id` of a line is `product.id`. One without values is never met.
 */
export const meetsRules = (rules: readonly Rule[], subject: object, scope: ApplicationMethodTarget): boolean =>
  rules.every((rule) => {
    if (rule.attribute === '' || rule.values.length === 0) return false
    const { path, isMet } = prepared(rule)
    const isOfScope = scope !== 'order' && path.length > 1 && path[0] === scope
    const found = valueAt(isOfScope ? path.slice(1) : path, subject)
    return isMet(Array.isArray(found) ? found : [found])
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
function among(met: (isWanted: (value: unknown) => boolean) => Met) {
  return (wanted: readonly string[]): Met => {
    const texts = new Set(wanted)
    return met((value) => !isComposite(value) && texts.has(String(value)))
  }
}

const isComposite = (value: unknown) => value === undefined || value === null || typeof value === 'object'

/** Each value must compare with one of those wanted. A missing value counts as 0; what is no number does not compare. */
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
