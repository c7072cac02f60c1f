import type { NewAction } from '../order-changes/active-change.ts'
import { isWhole, type KnownChange, type OrderChange } from '../order-changes/order-change.ts'
import type { ItemAdjustment, ShippingAdjustment } from '../orders/order-lines.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import type { PartKind } from './order-parts.ts'

type Adjustments = readonly (ItemAdjustment | ShippingAdjustment)[]

/** The change that made a claim, an exchange, or a return of its own: the first one confirmed of those about it. */
export const changeThatMade = ({ changes }: Pick<OrderRecord, 'changes'>, kind: PartKind, id: string) =>
  changes.find((change) => change[`${kind}_id`] === id && change.status === 'confirmed' && (kind !== 'return' || isOwn(change)))

/** Whether the return that the change is about was made by it alone, not with a claim or an exchange. */
const isOwn = (change: KnownChange): boolean =>
  !change.claim_id && !change.exchange_id && (!isWhole(change) || change.change_type === 'return_request')

/**
 * The actions by which lines and shipping methods get back the adjustments that a confirmed change took from them when it carried
 * promotions over. Those whose adjustments were replaced since keep them.
 */
export function formerAdjustments(
  { items, shipping_methods }: Pick<OrderRecord, 'items' | 'shipping_methods'>,
  made: KnownChange | undefined,
): NewAction[] {
  if (!made || !isWhole(made)) return []
  const { replaced = [], before } = made
  const ofLine = new Map(replaced.flatMap(({ detail, was }) => (was?.adjustments ? [[detail.item_id, was.adjustments]] : [])))
  const ofMethod = new Map(before?.shipping_methods.map(({ id, adjustments }) => [id, adjustments]))
  return [
    ...items.flatMap((line) => givenBack('ITEM_ADJUSTMENTS_REPLACE', line, ofLine.get(line.id), made)),
    ...shipping_methods.flatMap((line) => givenBack('SHIPPING_ADJUSTMENTS_REPLACE', line, ofMethod.get(line.id), made)),
  ]
}

function givenBack(
  action: NewAction['action'],
  { id: reference_id, adjustments }: { id: string; adjustments: Adjustments },
  former: Adjustments | undefined,
  { actions }: OrderChange,
): NewAction[] {
  const set = actions.findLast((one) => one.action === action && one.details.reference_id === reference_id)?.details.adjustments
  return former && set && isSame(set, adjustments) ? [{ action, details: { reference_id, adjustments: former } }] : []
}

const isSame = (some: Adjustments, others: Adjustments): boolean =>
  some.length === others.length && some.every(({ id, amount }, n) => id === others[n]!.id && amount === others[n]!.amount)
