import { type StoreSeller, wants } from '@souk/contracts'
import type { RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { ShownOrder } from '../stores/order-views.ts'

/** The seller of an order, null for the marketplace; none unless requested. @throws unavailable if `sellers` is away */
export async function sellerOf(
  { seller_id }: Pick<ShownOrder, 'seller_id'>,
  { selection, passOn }: Pick<RequestContext, 'selection' | 'passOn'>,
  { sellersOfOrders }: Pick<Deps, 'sellersOfOrders'>,
): Promise<{ seller?: StoreSeller | null }> {
  if (!wants(selection, 'seller')) return {}
  if (seller_id === null) return { seller: null }
  return { seller: (await sellersOfOrders.find([seller_id], passOn())).get(seller_id) ?? null }
}
