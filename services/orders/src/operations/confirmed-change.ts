import type { RequestOf } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { confirmationIdOf } from '../domain/order-changes/confirm-change.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'

/**
 * The change that the request, or an earlier attempt of it, confirmed, with its actions, as answers show it. Others may have
 * noted and confirmed changes in the meantime. Undefined for a change that an older version of this service confirmed.
 */
export async function confirmedChange(
  { changes }: OrderRecord,
  { newIds, deadline }: Pick<RequestOf<never>, 'newIds' | 'deadline'>,
  { orders }: Pick<Deps, 'orders'>,
) {
  const id = confirmationIdOf({ newId: newIds() })
  const own = changes.find(({ confirmation_id }) => confirmation_id === id)
  return own && (await orders.findChange(own, deadline))
}
