import { ids, SEEDED_AT } from '../../../tools/seed/ids.ts'
import { addOrder, addOrderWithEdit } from '../records.ts'
import { ANONYMOUS, type Ids, type Play, type Resource } from './scene.ts'

const orderIds: Ids = { own: async (system) => (await addOrderWithEdit(system)).order_id }
const richOrder: Play = () => ({ id: ids.rich_order })

const sellersIds: Ids = {
  own: async (system) => (await addOrderWithEdit(system)).order_id,
  foreign: () => ids.foreign_order,
  deleted: async (system) => [
    await addOrder(system, { deleted_at: SEEDED_AT }),
    await addOrder(system, { deleted_at: SEEDED_AT, seller_id: ids.foreign_seller }),
  ],
}

export const orders: Resource = {
  recorded: () => ({ order: ids.rich_order }),
  operations: {
    'list-orders': {
      samples: {
        'medusa/43-admin-list-orders-fields-as-seed': {
          play: (_system, { request }) => ({
            query: request.path.slice(request.path.indexOf('?')).replace(/(?<=customer_id=)cus_\w{26}/, ids.customer),
          }),
          may_lack: /^orders\[\]\.items$/,
        },
        'medusa/44-admin-list-orders-unknown-customer': () => ({}),
        'medusa/45-ERR-400-limit-not-number': () => ({}),
        'medusa/46-ERR-401-list-orders': () => ANONYMOUS,
      },
    },
    'get-order': {
      ids: orderIds,
      samples: { 'medusa/20-admin-get-order': richOrder, 'medusa/29d-admin-get-order-after-edit': richOrder },
    },
    'list-order-changes': { ids: orderIds },
    'list-order-items': { ids: orderIds },
    'update-order': { ids: orderIds, body: { email: 'new@example.com', metadata: { a: 1 }, shipping_address: { city: 'Bonn' } } },
    'cancel-order': { once: true, ids: orderIds },
    'complete-order': { ids: orderIds },
    'archive-order': { ids: { own: (system) => addOrder(system, { status: 'completed' }) } },
    'list-vendor-orders': {},
    'get-vendor-order': { ids: sellersIds },
    'list-vendor-order-changes': { ids: sellersIds },
    'preview-order': {
      ids: orderIds,
      samples: { 'medusa/23-admin-order-preview': richOrder },
      different: {
        'GET /admin/orders/:order/preview': {
          'order.order_change.order: null instead of object': 'a record inside of itself is shown when `fields` asks for it',
        },
      },
    },
  },
}
