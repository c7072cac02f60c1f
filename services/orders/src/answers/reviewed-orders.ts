import { wants } from '@souk/contracts'
import { type Page, type RequestContext, shownBatches } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { ReadOrder } from './each-order.ts'

type Request = Pick<RequestContext, 'selection' | 'deadline' | 'passOn'>
type Batches = Page<ReadOrder>['batches']

/** The page with the seller and the reviews of each order, if requested. */
export function withReviews(page: Page<ReadOrder>, request: Request, deps: Pick<Deps, 'sellersOfOrders'>): Page<ReadOrder> {
  const asks = wants(request.selection, 'seller') || wants(request.selection, 'reviews')
  return asks ? { ...page, batches: reviewedBatches(page.batches, request, deps) } : page
}

const reviewedBatches = (
  batches: Batches,
  { selection, deadline, passOn }: Request,
  { sellersOfOrders }: Pick<Deps, 'sellersOfOrders'>,
): Batches =>
  shownBatches(batches, deadline, async (orders, until) => {
    const envelope = passOn(until)
    const [sellers, reviews] = await Promise.all([
      sellersOfOrders.find(wants(selection, 'seller') ? orders.flatMap(({ seller_id }) => seller_id ?? []) : [], envelope),
      sellersOfOrders.findReviews(wants(selection, 'reviews') ? orders.map(({ _id }) => _id) : [], envelope),
    ])
    const seller = ({ seller_id }: ReadOrder) => (seller_id && sellers.get(seller_id)) || null
    const own = ({ _id }: ReadOrder) => reviews.get(_id) ?? []
    return orders.map((order) => ({ ...order, seller: seller(order), reviews: own(order) }))
  })
