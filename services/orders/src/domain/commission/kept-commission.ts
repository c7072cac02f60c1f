import type { CommissionLine, LineItem, OrderToPlace, StoredCommissionRule } from '@souk/contracts'
import { commissionValue, type LineTotals } from './commission-value.ts'
import { type LineFacts, referencesTo, ruleFor } from './rule-for.ts'

/** A rule as it was when it was applied. */
export type AppliedRule = Pick<StoredCommissionRule, 'id' | 'name' | 'reference' | 'reference_id' | 'rate'>

/** The commission on an order, as computed when the order was placed. */
export interface KeptCommission {
  /** The number of lines, which lists find in an index. */
  count: number
  /** In the order of the order's lines; lines without a rule have none. */
  lines: readonly CommissionLine[]
  /** Those that the lines name. */
  rules: readonly AppliedRule[]
}

interface Ordered {
  seller_id: string | null
  currency_code: string
  created_at: string
  items: readonly (LineTotals & { id: string })[]
}

/** The reference ids of all rules that may fit a line of these orders, except that of the whole site. */
export const referenceIdsOf = (orders: readonly Pick<OrderToPlace, 'seller_id' | 'items'>[]): string[] => {
  const facts = orders.flatMap(({ seller_id, items }) =>
    seller_id === null ? [] : items.map((line) => factsOf(line, seller_id)),
  )
  return [...new Set(facts.flatMap(referencesTo).map(({ reference_id }) => reference_id))]
}

/**
 * The commission on an order that is being placed; undefined if no rule fits any of its lines, or it is the marketplace's own.
 * @param items the lines with their products
 */
export function commissionOn(
  { seller_id, currency_code, created_at, items: ordered }: Ordered,
  items: OrderToPlace['items'],
  rules: readonly StoredCommissionRule[],
  newId: (prefix: string) => string,
): KeptCommission | undefined {
  if (seller_id === null) return undefined
  const facts = new Map(items.map((line) => [line.id, factsOf(line, seller_id)]))
  const applied = ordered.flatMap((item) => {
    const rule = ruleFor(rules, facts.get(item.id)!)
    return rule ? { item, rule } : []
  })
  if (applied.length === 0) return undefined
  const lines = applied.map(({ item, rule }) => ({
    id: newId('comline'),
    item_line_id: item.id,
    rule_id: rule.id,
    currency_code,
    value: commissionValue(rule.rate, item, currency_code),
    created_at,
    updated_at: created_at,
    deleted_at: null,
  }))
  const used = new Set(applied.map(({ rule }) => rule))
  return { count: lines.length, lines, rules: [...used].map(asApplied) }
}

const asApplied = ({ id, name, reference, reference_id, rate }: StoredCommissionRule): AppliedRule => {
  return { id, name, reference, reference_id, rate }
}

const factsOf = ({ product, product_type_id }: LineItem, seller_id: string): LineFacts => ({
  seller_id,
  // Like the categories: of the product as it was last priced, while the line's own texts may be older.
  product_type_id: product ? product.type_id : product_type_id,
  category_ids: product?.categories.map(({ id }) => id) ?? [],
})
