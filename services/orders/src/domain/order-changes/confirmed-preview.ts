import { loadedLine } from '@souk/contracts'
import type { OrderItem, ShippingMethod } from '../orders/order-lines.ts'
import { orderAtVersion } from '../orders/order-version.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import type { Created, OrderChange, OrderChangeAction } from './order-change.ts'
import { previewOrder, shownChange } from './preview.ts'

/**
 * The order as the change's preview showed it right before the change was confirmed, with the change as it is now: the order's
 * and its lines' previous version, and lines without units. Undefined if that was not kept: by older versions of this service.
 * @param changes the order's changes; at least this one and all later ones that made a version
 */
export function confirmedPreview(order: OrderRecord, change: OrderChange, changes: readonly OrderChange[]) {
  if (!change.before || !change.replaced) return undefined
  const after = orderAtVersion(order, changes, change.version)
  const before = orderAtVersion(order, changes, change.before.version)
  const actions = change.actions.map((action) => ({ ...action, applied: false, ...createdBy(action, before, after) }))
  if (actions.some(isLost(before))) return undefined
  const { payment_status, fulfillment_status } = order
  const preview = previewOrder(before as never, { ...change, actions }, before.total, false)
  return { ...preview, payment_status, fulfillment_status, order_change: shownChange(order, change) }
}

/** The records that the action brought, which the next version has, unless it left again with a later action. */
function createdBy(
  { action, created, details, reference_id }: OrderChangeAction,
  before: OrderRecord,
  after: OrderRecord,
): { created?: Created } {
  if (created) return { created: created.item ? { ...created, item: loadedLine(created.item) } : created }
  if (action === 'ITEM_ADD' && !before.items.some(({ id }) => id === details?.reference_id)) {
    const item = after.items.find(({ id }) => id === details?.reference_id) as unknown as OrderItem | undefined
    return item ? { created: { item } } : {}
  }
  if (action !== 'SHIPPING_ADD') return {}
  const method = after.shipping_methods.find(({ id }) => id === reference_id) as ShippingMethod | undefined
  return method ? { created: { shipping_method: method } } : {}
}

/** Whether an action adds a record that is not known any more. */
const isLost =
  ({ items, shipping_methods }: OrderRecord) =>
  ({ action, created, details, reference_id }: OrderChangeAction): boolean =>
    (action === 'ITEM_ADD' && !created?.item && !items.some(({ id }) => id === details?.reference_id)) ||
    (action === 'SHIPPING_ADD' && !created?.shipping_method && !shipping_methods.some(({ id }) => id === reference_id))
