import type { RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { confirmationIdOf } from '../domain/order-changes/confirm-change.ts'
import { isWhole, type KnownChange } from '../domain/order-changes/order-change.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'

/**
 * The change that the request, or an earlier attempt of it, confirmed, with its actions, as answers show it. Others may have
 * noted and confirmed changes in the meantime. If none is known, an older version of this service confirmed it, which left no id:
 * then it is the last of these, as long as it is not in the history.
 */
export async function confirmedChange(
  { changes }: OrderRecord,
  { newIds, deadline }: Pick<RequestContext, 'newIds' | 'deadline'>,
  { orders }: Pick<Deps, 'orders'>,
) {
  const id = confirmationIdOf({ newId: newIds() })
  const own = changes.find(({ confirmation_id }) => confirmation_id === id) ?? changes.findLast(isConfirmedWithoutId)
  return own && (await orders.findChange(own, deadline))
}

const isConfirmedWithoutId = (change: KnownChange) =>
  isWhole(change) &&
  change.status === 'confirmed' &&
  change.change_type !== 'update_order' &&
  change.confirmation_id === undefined
