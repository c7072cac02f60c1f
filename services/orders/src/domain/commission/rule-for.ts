import type { StoredCommissionRule } from '@souk/contracts'

/** A line's facts by which rules refer to it. */
export interface LineFacts {
  seller_id: string
  /** Null: a product without a type. */
  product_type_id: string | null
  /** In the product's order. */
  category_ids: readonly string[]
}

type Reference = Pick<StoredCommissionRule, 'reference' | 'reference_id'>
type Rule = Reference & Pick<StoredCommissionRule, 'is_active'>

/**
 * The references by which a rule may fit a line, from the narrowest to the widest; of several categories, the first comes first.
 * The rule of the whole site, which needs no id, is left out.
 */
export function referencesTo({ seller_id, product_type_id, category_ids }: LineFacts): Reference[] {
  const type_ids = product_type_id === null ? [] : [product_type_id]
  const to = (reference: Reference['reference'], ids: readonly string[]) =>
    ids.map((reference_id) => ({ reference, reference_id }))
  const ofSeller = (ids: readonly string[]) => ids.map((id) => `${seller_id}+${id}`)
  return [
    ...to('seller+product_type', ofSeller(type_ids)),
    ...to('seller+product_category', ofSeller(category_ids)),
    ...to('seller', [seller_id]),
    ...to('product_type', type_ids),
    ...to('product_category', category_ids),
  ]
}

/** The active rule that applies to a line: the narrowest one that fits; undefined if there is none. */
export function ruleFor<R extends Rule>(rules: readonly R[], line: LineFacts): R | undefined {
  const active = rules.filter(({ is_active }) => is_active)
  for (const { reference, reference_id } of referencesTo(line)) {
    const fitting = active.find((rule) => rule.reference === reference && rule.reference_id === reference_id)
    if (fitting) return fitting
  }
  return active.find(({ reference }) => reference === 'site')
}
