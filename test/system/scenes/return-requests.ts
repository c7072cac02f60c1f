import { ids, SEEDED_AT, seededId } from '../../../tools/seed/ids.ts'
import { addArrivedOrder, addReturnRequest } from '../records.ts'
import type { System } from '../system.ts'
import type { Ids, Resource } from './scene.ts'

const own = (system: System) => addReturnRequest(system)
const anyIds: Ids = { own }
const vendorIds: Ids = {
  own,
  foreign: () => ids.foreign_return_request,
  deleted: async (system) => [
    await addReturnRequest(system, { deleted_at: SEEDED_AT }),
    await addReturnRequest(system, { deleted_at: SEEDED_AT, seller_id: ids.foreign_seller }),
  ],
}
const asCustomer = ({ tokens }: System) => ({ authorization: `Bearer ${tokens.customer}` })

export const returnRequests: Resource = {
  operations: {
    'list-own-order-return-requests': { headers: asCustomer },
    'create-order-return-request': {
      once: true,
      headers: asCustomer,
      body: async (system) => ({
        order_id: await addArrivedOrder(system),
        shipping_option_id: ids.shipping_option,
        line_items: [{ line_item_id: seededId('ordli', 1500), quantity: 0.01, reason_id: seededId('rr', 2) }],
        customer_note: 'One sleeve is longer',
      }),
    },
    'get-own-order-return-request': { headers: asCustomer, ids: anyIds },
    'list-vendor-order-return-requests': { query: `order_id=${ids.third_order}` },
    'get-vendor-order-return-request': { ids: vendorIds },
    'review-vendor-order-return-request': {
      once: true,
      ids: vendorIds,
      body: { status: 'refunded', vendor_reviewer_note: 'As you say', location_id: ids.stock_location },
    },
    'list-order-return-requests': {},
    'get-order-return-request': { ids: anyIds },
    'review-order-return-request': {
      once: true,
      ids: anyIds,
      body: { status: 'refunded', admin_reviewer_note: 'As you say', location_id: ids.stock_location },
    },
  },
}
