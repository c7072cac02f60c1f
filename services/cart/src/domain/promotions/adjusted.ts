import { type DecisionContext, sameEntries } from '@souk/contracts'
import type { PromotionAmount } from '@souk/totals'
import type { CartLine, CartRecord } from '../carts/cart.ts'
import type { Taking } from './eligible.ts'

type Given = readonly PromotionAmount<Taking>[]
type Method = CartRecord['shipping_methods'][number]
type Adjustment = CartLine['adjustments'][number] | Method['adjustments'][number]
/** The fields of an adjustment that lines and shipping methods have in common. */
type Common = Omit<Method['adjustments'][number], 'id' | 'shipping_method_id'>

/** Whether the adjustment was made by a promotion. */
export const isPromoted = ({ promotion_id, code }: Pick<Adjustment, 'promotion_id' | 'code'>) =>
  promotion_id !== null || code !== null

/** The lines with these adjustments. Other adjustments stay, and lines that do not change stay the same objects. */
export const adjustedLines = ({ items }: CartRecord, given: Given, context: DecisionContext) =>
  adjusted(items, given, context, ({ id }, common) => ({ id: context.newId('caliadj'), item_id: id, ...common }))

/** Like `adjustedLines`. */
export const adjustedMethods = ({ shipping_methods }: CartRecord, given: Given, context: DecisionContext) =>
  adjusted(shipping_methods, given, context, ({ id }, common) => ({
    id: context.newId('casmadj'),
    shipping_method_id: id,
    ...common,
  }))

function adjusted<A extends Adjustment, R extends { id: string; cart_id: string; adjustments: A[] }>(
  records: R[] | readonly R[],
  given: Given,
  { now }: DecisionContext,
  make: (record: R, common: Common) => A,
): R[] {
  const byLine = new Map<string, PromotionAmount<Taking>[]>()
  for (const amount of given) byLine.set(amount.line_id, [...(byLine.get(amount.line_id) ?? []), amount])
  const after = records.map((record) => {
    const others = record.adjustments.filter((adjustment) => !isPromoted(adjustment))
    const promoted = (byLine.get(record.id) ?? []).map((amount) => {
      const wanted = facts(amount)
      const before = record.adjustments.find(({ promotion_id }) => promotion_id === wanted.promotion_id)
      if (before) return isSame(before, wanted) ? before : { ...before, ...wanted, updated_at: now }
      const unknown = { subtotal: 0, total: 0, description: null, provider_id: null }
      return make(record, { cart_id: record.cart_id, ...unknown, ...wanted, created_at: now, updated_at: now })
    })
    const adjustments = [...others, ...promoted]
    return sameEntries(adjustments, record.adjustments) ? record : { ...record, adjustments }
  })
  return sameEntries(after, records) ? (records as R[]) : after
}

const facts = ({ amount, is_tax_inclusive, promotion: { promotion } }: Given[number]) => ({
  amount,
  is_tax_inclusive,
  code: promotion.code,
  promotion_id: promotion.id,
})

const isSame = (adjustment: Adjustment, wanted: ReturnType<typeof facts>) =>
  adjustment.amount === wanted.amount &&
  adjustment.is_tax_inclusive === wanted.is_tax_inclusive &&
  adjustment.code === wanted.code &&
  adjustment.promotion_id === wanted.promotion_id
