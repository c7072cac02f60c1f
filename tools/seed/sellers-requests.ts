import { type SellersRequestRecord, sellersRequestOf } from '../../services/sellers/src/domain/requests/request.ts'
import { ids } from './ids.ts'
import { seededDates } from './records.ts'

/** A seller's request for a category. */
const request = (id: string, seller_id: string, submitter_id: string): SellersRequestRecord => {
  const data = { name: 'Hats', handle: '', description: 'Felt, straw and wool', parent_category_id: null }
  return {
    id,
    ...sellersRequestOf({ type: 'product_category', data }, { seller_id, submitter_id }),
    ...seededDates,
  } as SellersRequestRecord
}

export const seededSellersRequests: readonly SellersRequestRecord[] = [
  request(ids.sellers_request, ids.seller, ids.member),
  request(ids.foreign_sellers_request, ids.foreign_seller, ids.foreign_member),
]
