import type { Event } from '@souk/contracts'
import type { RequestRecord } from '../requests/request.ts'
import { about, type NotificationFields } from './notification.ts'

const TITLES: Readonly<Record<Exclude<RequestRecord['type'], 'seller'>, string>> = {
  product: 'New Product',
  product_category: 'New Product Category',
  product_collection: 'New Product Collection',
  product_collection_update: 'New Product Collection Update',
  product_type: 'New Product Type',
  product_tag: 'New Product Tag',
  review_remove: 'New Review Remove',
}

/** The texts for administrators about a new request. */
export const wordsOf = (request: RequestRecord) =>
  request.type === 'seller'
    ? { title: 'Seller request', description: `${request.data.seller.name} asks to become a seller.` }
    : { title: TITLES[request.type], description: 'You have received a new request from a seller.' }

/** The name of the requested record, as Mercur's panel shows it; undefined for requests without a notification. */
function namedBy(request: RequestRecord): Record<string, string> | undefined {
  switch (request.type) {
    case 'product_category':
      return { name: request.data.name }
    case 'product':
      return { title: String(request.data.title) }
    case 'product_collection':
      return { title: request.data.title }
    case 'product_type':
    case 'product_tag':
      return { value: request.data.value }
    default:
      return undefined
  }
}

/** Notifies a seller of the decision on a request, as Mercur's panel shows it; undefined if it shows none. */
export function reviewedNotification(
  event: Pick<Event, 'type'>,
  request: RequestRecord,
  status: 'accepted' | 'rejected',
): NotificationFields | undefined {
  const data = namedBy(request)
  if (!data || request.seller_id === undefined) return undefined
  const template = `seller_${request.type}_request_${status}_notification`
  return { to: request.seller_id, channel: 'seller_feed', template, data, ...about(event, request.id) }
}
