import { isDeepStrictEqual } from 'node:util'
import type { DecisionContext } from '@souk/contracts'
import { orderTotals, type PromotionRule, promotionAmounts } from '@souk/totals'
import type { Order } from '../orders/order.ts'
import type { ItemAdjustment, ShippingAdjustment } from '../orders/order-lines.ts'
import { appendActions, type NewAction, replaceChange } from './active-change.ts'
import { activeChange, replacesAdjustments } from './order-change.ts'
import { applyChange } from './preview.ts'

type Adjustment = ItemAdjustment | ShippingAdjustment

/** A line or shipping method, with its totals as they are without promotions. */
interface Line<A extends Adjustment> {
  id: string
  quantity?: number
  subtotal: number
  original_total: number
  is_discountable?: boolean
  adjustments: readonly A[]
}

interface Carried<A extends Adjustment> extends PromotionRule {
  adjustment: A
}

/**
 * The order with its active change followed by the adjustments of the order's promotions: one action for each line and shipping
 * method whose adjustments change. Percentages follow the lines, fixed amounts stay, and neither takes more than there is; an
 * adjustment whose promotion has left the order is dropped. New lines and methods get the percentages that all of the order's own
 * ones have: a promotion that leaves some out has conditions that the order does not hold. Without `carry_over_promotions`, those
 * actions are taken back. The same order when there is nothing to do, and a draft: its promotions are computed anew instead.
 * @throws invalid_data beyond 500 actions
 */
export function withCarriedPromotions<T extends Order>(order: T, context: DecisionContext): T {
  const change = activeChange(order)
  if (!change || order.is_draft_order) return order
  const actions = change.actions.filter(({ action }) => !replacesAdjustments(action))
  const isBare = actions.length === change.actions.length
  if (!change.carry_over_promotions) return isBare ? order : replaceChange(order, { ...change, actions })

  const bare = { ...change, actions }
  const known = new Map(change.actions.flatMap(({ details }) => details.adjustments ?? []).map((one) => [one.id, one]))
  // A change that does not fit any more is refused where it matters; here it may still be on its way to fit again.
  const { items, shipping_methods } = orderTotals(applyChange(order, bare, false))
  const { promotions } = order
  const ofItems = { own: order.items, promotions, context, known, kind: 'ordliadj', holder: 'item_id', order_id: order.id }
  const ofMethods = { ...ofItems, own: order.shipping_methods, kind: 'ordsmadj', holder: 'shipping_method_id' }
  const replacements = [
    ...items.flatMap((line) => replacement('ITEM_ADJUSTMENTS_REPLACE', line as unknown as Line<Adjustment>, ofItems)),
    ...shipping_methods.flatMap((line) =>
      replacement('SHIPPING_ADJUSTMENTS_REPLACE', line as unknown as Line<Adjustment>, ofMethods),
    ),
  ]
  return appendActions(replaceChange(order, bare), bare, replacements, context)
}

interface Around {
  /** The order's lines, or its shipping methods, before the change. */
  own: readonly { id: string; is_discountable?: boolean; adjustments: readonly Adjustment[] }[]
  promotions: Order['promotions']
  context: DecisionContext
  /** Adjustments that earlier steps of the change made, by id. */
  known: ReadonlyMap<string, Adjustment>
  kind: string
  holder: string
  order_id: string
}

function replacement(action: NewAction['action'], line: Line<Adjustment>, around: Around): NewAction[] {
  const own = around.own.find(({ id }) => id === line.id)
  const rules = own ? rulesOf(own.adjustments, around) : line.is_discountable === false ? [] : rulesOfAll(around)
  const amounts = promotionAmounts(rules, [line])
  const adjustments = amounts.map(({ promotion: { adjustment }, amount }) =>
    own ? ofOwn(adjustment, amount, around) : ofAdded(adjustment, amount, line.id, around),
  )
  const present = own?.adjustments ?? []
  const isSame = adjustments.length === present.length && adjustments.every((one, at) => one === present[at])
  return isSame ? [] : [{ action, details: { reference_id: line.id, adjustments } }]
}

const rulesOf = (adjustments: readonly Adjustment[], { promotions }: Around): Carried<Adjustment>[] =>
  promotions.flatMap(({ id, application_method }) =>
    adjustments
      .filter(({ promotion_id }) => promotion_id === id)
      .map((adjustment): Carried<Adjustment> => {
        const { is_tax_inclusive, amount } = adjustment
        return application_method?.type === 'percentage'
          ? { type: 'percentage', allocation: 'each', value: application_method.value, is_tax_inclusive, adjustment }
          : { type: 'fixed', allocation: 'across', value: amount, is_tax_inclusive, adjustment }
      }),
  )

/** The percentages that every discountable line of the order has. */
function rulesOfAll(around: Around): Carried<Adjustment>[] {
  const discountable = around.own.filter(({ is_discountable }) => is_discountable !== false)
  const [first, ...others] = discountable.map(({ adjustments }) => rulesOf(adjustments, around))
  const has = (rules: Carried<Adjustment>[], id: string | null) => rules.some(({ adjustment }) => adjustment.promotion_id === id)
  return (first ?? []).filter(
    ({ type, adjustment }) => type === 'percentage' && others.every((rules) => has(rules, adjustment.promotion_id)),
  )
}

/** The very adjustment where it takes as much as before. */
function ofOwn(adjustment: Adjustment, amount: number, { known, context }: Around): Adjustment {
  if (adjustment.amount === amount) return adjustment
  const before = known.get(adjustment.id)
  return before?.amount === amount ? before : { ...adjustment, amount, updated_at: context.now }
}

/** An adjustment of the line that the change adds: the one that it has already, or a new one. */
function ofAdded(
  { code, description, promotion_id, provider_id, is_tax_inclusive }: Adjustment,
  amount: number,
  line_id: string,
  { known, kind, holder, order_id, context: { newId, now } }: Around,
): Adjustment {
  const dates = { created_at: now, updated_at: now }
  const said = { amount, code, description, promotion_id, provider_id, is_tax_inclusive, [holder]: line_id, order_id }
  const before = [...known.values()].find((one) => one.promotion_id === promotion_id && isOf(one, holder, line_id))
  if (!before) return { id: newId(kind), ...said, ...dates } as Adjustment
  return isDeepStrictEqual({ ...before, ...said }, before) ? before : ({ ...before, ...said, updated_at: now } as Adjustment)
}

const isOf = (adjustment: object, holder: string, id: string) => (adjustment as Record<string, unknown>)[holder] === id
