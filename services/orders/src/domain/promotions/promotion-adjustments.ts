import type { DecisionContext, Promotion, QuotedPromotions } from '@souk/contracts'
import type { ItemAdjustment, ShippingAdjustment } from '../orders/order-lines.ts'

type Adjustment = ItemAdjustment | ShippingAdjustment

export interface Making {
  order_id: string
  /** The kind of record that the adjustments are on. */
  on: 'item_id' | 'shipping_method_id'
  quoted: QuotedPromotions
  /** Previous adjustments, of any line or shipping method. */
  known?: readonly Adjustment[]
  context: DecisionContext
}

/** The adjustments that promotions make on a line or a shipping method; unchanged ones are the same objects as before. */
export function adjustmentsOf<A extends Adjustment>(
  { id, adjustments }: { id: string; adjustments: readonly A[] },
  { order_id, on, quoted, known = [], context: { newId, now } }: Making,
): A[] {
  const before = [...adjustments, ...known.filter((one) => Reflect.get(one, on) === id)] as A[]
  return quoted.adjustments.flatMap(({ line_id, ...facts }) => {
    if (line_id !== id) return []
    const own = before.filter(({ promotion_id }) => promotion_id === facts.promotion_id)
    const same = own.find((one) => Object.entries(facts).every(([name, value]) => Reflect.get(one, name) === value))
    if (same) return same
    const base = own.at(-1) ?? newAdjustment({ [on]: id, order_id }, newId(PREFIXES[on]), now)
    return { ...base, ...facts, updated_at: now } as A
  })
}

const PREFIXES = { item_id: 'ordliadj', shipping_method_id: 'ordsmadj' } as const

const newAdjustment = (of: object, id: string, created_at: string) => ({
  id,
  description: null,
  provider_id: null,
  ...of,
  created_at,
})

/** The promotions that a draft gains, and the automatic ones that it loses because they no longer take anything off. */
export function promotionsAfter(present: readonly Promotion[], { promotions: taking }: QuotedPromotions) {
  const isAmong = (all: readonly Promotion[], { id }: Promotion) => all.some((one) => one.id === id)
  return {
    added: taking.filter((promotion) => !isAmong(present, promotion)),
    removed: present.filter((promotion) => promotion.is_automatic && !isAmong(taking, promotion)),
  }
}
