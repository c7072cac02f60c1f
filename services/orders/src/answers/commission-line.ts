import { type ListedCommissionLine, type StoreSeller, wants } from '@souk/contracts'
import type { RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { FoundCommissionLine } from '../stores/commission-lines.ts'

type Request = Pick<RequestContext, 'selection' | 'deadline' | 'passOn'>

/**
 * Commission lines of several orders, each with its rule and its order.
 * @throws unavailable if `sellers` is needed and does not answer
 */
export async function listedCommissionLines(
  found: readonly FoundCommissionLine[],
  { selection, deadline, passOn }: Request,
  { sellersOfOrders }: Pick<Deps, 'sellersOfOrders'>,
): Promise<ListedCommissionLine[]> {
  const asked = wants(selection, 'order.seller') ? found.flatMap(({ order }) => order.seller_id ?? []) : []
  const sellers = await sellersOfOrders.find(asked, passOn(deadline))
  return found.map(({ line, rule, order }) => {
    const { _id, display_id, currency_code, status, created_at, total, seller_id } = order
    const seller = sellerOf(seller_id === null ? undefined : sellers.get(seller_id))
    return { ...line, rule, order: { id: _id, display_id, currency_code, status, created_at, total, seller } }
  })
}

const sellerOf = (seller: StoreSeller | undefined) => (seller ? { id: seller.id, name: seller.name } : null)
