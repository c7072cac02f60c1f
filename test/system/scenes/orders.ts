import { ids, SEEDED_AT, seededId } from '../../../tools/seed/ids.ts'
import { seededOrders } from '../../../tools/seed/orders.ts'
import {
  addArrivedOrder,
  addOrder,
  addOrderWithEdit,
  addPayingOrder,
  addReturned,
  orderOfCollection,
  sessionOfOrder,
} from '../records.ts'
import type { System } from '../system.ts'
import { ANONYMOUS, type Ids, type Play, type Resource } from './scene.ts'

const orderIds: Ids = { own: async (system) => (await addOrderWithEdit(system)).order_id }
/** The set of an order that no cart became. */
const setIds: Ids = { own: async (system) => (await addOrder(system)).replace('order_', 'ordset_') }
/** An order that is on its way. */
function addSentOrder(system: System): Promise<string> {
  const { items, fulfillments } = seededOrders().find(({ id }) => id === ids.foreign_order)!
  return addOrder(system, { items, fulfillments, fulfillment_status: 'shipped' })
}
/** An order that shall become the customer's, and the token that decides it. */
const transferIds: Ids = {
  async own(system) {
    const id = await addOrder(system, { customer_id: ids.foreign_customer })
    await system.http('POST', `/admin/orders/${id}/transfer`, { body: { customer_id: ids.customer } })
    return id
  },
}
async function transferToken(system: System, id: string) {
  const { body } = await system.http('GET', `/admin/orders/${id}/changes`)
  return { token: String(body.order_changes?.[0]?.actions[0]?.details.token ?? 'none') }
}
const asCustomer = ({ tokens }: System) => ({ authorization: `Bearer ${tokens.customer}` })
const exportIds: Ids = {
  own: async ({ http }) => (await http('POST', '/admin/orders/export')).body.transaction_id,
}
const richOrder: Play = () => ({ id: ids.rich_order })

const VENDOR_PANEL_ORDER =
  'GET /vendor/orders/:order?fields=id,status,created_at,canceled_at,email,display_id,currency_code,metadata,total,item_total,shipping_subtotal,subtotal,discount_total,discount_subtotal,shipping_total,shipping_tax_total,tax_total,refundable_total,order_change,commission_value,*customer,*items,*items.variant,*items.variant.product,*items.variant.options,+items.variant.manage_inventory,*items.variant.inventory_items.inventory,+items.variant.inventory_items.required_quantity,*items.variant.prices,+summary,*shipping_address,*billing_address,*sales_channel,*promotion,*shipping_methods,*fulfillments,+fulfillments.shipping_option.service_zone.fulfillment_set.type,*fulfillments.items,*fulfillments.labels,*fulfillments.labels,region.automatic_taxes,*split_order_payment,payment_status,*returns'
const SUMS = 'the sums of the levels are shown with the inventory item itself'

const sellersIds: Ids = {
  own: async (system) => (await addOrderWithEdit(system)).order_id,
  foreign: () => ids.foreign_order,
  deleted: async (system) => [
    await addOrder(system, { deleted_at: SEEDED_AT }),
    await addOrder(system, { deleted_at: SEEDED_AT, seller_id: ids.foreign_seller }),
  ],
}

/** Doubles of the seeded order whose parcels are packed; they have its ids. */
const packedIds: Ids = {
  ...sellersIds,
  own(system) {
    const { items, fulfillments } = seededOrders().find(({ id }) => id === ids.packed_order)!
    return addOrder(system, { items, fulfillments, fulfillment_status: 'fulfilled' })
  },
}
const packed = { fulfillment_id: seededId('ful', 900) }
/** An order with a parcel of its own that is packed. @returns the parcel's id */
async function addPackedParcel(system: System): Promise<string> {
  const { items, fulfillments } = seededOrders().find(({ id }) => id === ids.packed_order)!
  const id = `ful_${crypto.randomUUID()}`
  await addOrder(system, { items, fulfillments: [{ ...fulfillments[0]!, id }], fulfillment_status: 'partially_fulfilled' })
  return id
}
const SHIPMENT = {
  items: [{ id: seededId('ordli', 900), quantity: 1 }],
  labels: [{ tracking_number: 'PO-1', tracking_url: 'https://parcels.example.com/PO-1', label_url: '#' }],
}

/** Of lines that take no stock. */
const unpackedIds: Ids = {
  ...sellersIds,
  own(system) {
    const { items } = seededOrders().find(({ id }) => id === ids.unpacked_order)!
    return addOrder(system, { items: items.slice(0, 1).map((item) => ({ ...item, variant_id: null })) })
  },
}
const FULFILLMENT = { location_id: ids.stock_location, provider_id: 'manual_manual', delivery_address: { city: 'Bern' } }
const PARCEL = { items: [{ id: seededId('ordli', 1000), quantity: 2 }], location_id: ids.stock_location }

const UNTOLD = { no_notification: true }

/** A return that is begun, with a step for each of two units, and a shipping method. */
const returningIds: Ids = { own: (system) => addReturned(system, 'return', 'asking') }
const ofStep = (n: number) => ({ action_id: seededId('ordchact', 1600 + n) })
/** A return whose receipt is begun, with two units that came back, and a damaged one. */
const receivingIds: Ids = { own: (system) => addReturned(system, 'return', 'receiving') }
const ofReceipt = (n: number) => ({ action_id: seededId('ordchact', 1800 + n) })
/** The same of sellers' orders. */
const sellersReturnIds = (state: 'confirmed' | 'receiving'): Ids => ({
  own: (system) => addReturned(system, 'return', state),
  foreign: () => ids.foreign_return,
  deleted: async (system) => [
    await addReturned(system, 'return', state, { deleted_at: SEEDED_AT }),
    await addReturned(system, 'return', state, { deleted_at: SEEDED_AT, seller_id: ids.foreign_seller }),
  ],
})
const sellersReceivingIds = sellersReturnIds('receiving')
const PART = { items: [{ id: seededId('ordli', 1800), quantity: 0.01, internal_note: 'n' }] }

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
    'list-own-orders': { headers: asCustomer },
    'get-store-order': {
      ids: { own: (system) => addOrder(system) },
      different: {
        'GET /store/orders/:order?fields=*payment_collections.payments,*items,*items.metadata,*items.variant,*items.product': {
          'order.items[].variant.product: null instead of object': 'its id stands in product_id; shown when `fields` asks for it',
          'order.payment_collections[].payments[].payment_session: missing': 'it stands beside the payment, in payment_sessions',
        },
      },
    },
    'list-order-changes': { ids: orderIds },
    'list-order-shipping-options': { ids: orderIds },
    'list-order-items': { ids: orderIds },
    'update-order-change': {
      ids: { own: async (system) => (await addOrderWithEdit(system)).change_id },
      body: { carry_over_promotions: true, internal_note: 'Agreed on the phone' },
    },
    'update-order': { ids: orderIds, body: { email: 'new@example.com', metadata: { a: 1 }, shipping_address: { city: 'Bonn' } } },
    'cancel-order': { once: true, ids: orderIds },
    'add-order-credit-line': {
      ids: { own: (system) => addOrder(system) },
      body: { amount: 0.05, reference: 'goodwill', reference_id: 'call-1' },
    },
    'list-returns': {},
    'list-exchanges': {},
    'list-claims': {},
    'create-return': {
      body: async (system) => ({
        order_id: await addArrivedOrder(system),
        items: [{ id: seededId('ordli', 1500), quantity: 0.01, reason_id: seededId('rr', 2), note: 'One sleeve is longer' }],
        return_shipping: { option_id: ids.shipping_option, price: 1000 },
        ...{ note: 'All of it', receive_now: false, location_id: ids.stock_location },
      }),
    },
    'begin-return': {
      once: true,
      body: async (system) => ({
        ...{
          order_id: await addArrivedOrder(system),
          location_id: ids.stock_location,
          no_notification: true,
          metadata: { a: 1 },
        },
        ...{ description: 'By post', internal_note: 'Asked on the phone' },
      }),
    },
    'update-return': { ids: returningIds, body: { location_id: ids.stock_location, no_notification: true, metadata: { a: 1 } } },
    'request-return-items': {
      ids: returningIds,
      body: { items: [{ id: seededId('ordli', 1600), quantity: 0.01, internal_note: 'n', metadata: { a: 1 } }] },
    },
    'update-return-item': {
      ids: returningIds,
      params: ofStep(0),
      body: { quantity: 0.5, internal_note: 'n', reason_id: seededId('rr', 2), metadata: { a: 1 } },
    },
    'remove-return-item': { once: 404, ids: returningIds, params: ofStep(1) },
    'add-return-shipping-method': {
      ids: returningIds,
      body: {
        shipping_option_id: ids.shipping_option,
        custom_amount: 5,
        description: 'd',
        internal_note: 'n',
        metadata: { a: 1 },
      },
    },
    'update-return-shipping-method': { ids: returningIds, params: ofStep(2), body: { custom_amount: 4, metadata: { a: 1 } } },
    'remove-return-shipping-method': { once: 404, ids: returningIds, params: ofStep(2) },
    'confirm-return-request': { once: true, ids: returningIds, body: UNTOLD },
    'begin-return-receipt': {
      once: true,
      ids: { own: (system) => addReturned(system, 'return', 'confirmed') },
      body: { description: 'By post', internal_note: 'n', metadata: { a: 1 } },
    },
    'cancel-return-receipt': { once: true, ids: receivingIds },
    'receive-return-items': { ids: receivingIds, body: PART },
    'update-received-return-item': { ids: receivingIds, params: ofReceipt(0), body: { quantity: 0.5, internal_note: 'n' } },
    'remove-received-return-item': { once: 404, ids: receivingIds, params: ofReceipt(1) },
    'dismiss-return-items': { ids: receivingIds, body: PART },
    'update-dismissed-return-item': { ids: receivingIds, params: ofReceipt(2), body: { quantity: 0.5, internal_note: 'n' } },
    'remove-dismissed-return-item': { once: 404, ids: receivingIds, params: ofReceipt(2) },
    'confirm-return-receipt': { once: true, ids: receivingIds, body: UNTOLD },
    'list-order-sets': { query: `order_id=${ids.order}` },
    'get-order-set': { ids: setIds },
    'list-own-order-sets': { headers: asCustomer },
    'get-own-order-set': { headers: asCustomer, ids: setIds },
    'list-own-returns': { headers: asCustomer },
    'get-own-return': { headers: asCustomer, ids: { own: (system) => addReturned(system, 'return', 'confirmed') } },
    'list-vendor-returns': { query: `order_id=${ids.returned_order}` },
    'get-vendor-return': { ids: sellersReturnIds('confirmed') },
    'begin-vendor-return-receipt': {
      once: true,
      ids: sellersReturnIds('confirmed'),
      body: { description: 'By post', internal_note: 'n', metadata: { a: 1 }, location_id: ids.stock_location },
    },
    'cancel-vendor-return-receipt': { once: true, ids: sellersReceivingIds },
    'receive-vendor-return-items': { ids: sellersReceivingIds, body: PART },
    'update-vendor-received-return-item': {
      ids: sellersReceivingIds,
      params: ofReceipt(0),
      body: { quantity: 0.5, internal_note: 'n' },
    },
    'remove-vendor-received-return-item': { once: 404, ids: sellersReceivingIds, params: ofReceipt(1) },
    'dismiss-vendor-return-items': { ids: sellersReceivingIds, body: PART },
    'update-vendor-dismissed-return-item': {
      ids: sellersReceivingIds,
      params: ofReceipt(2),
      body: { quantity: 0.5, internal_note: 'n' },
    },
    'remove-vendor-dismissed-return-item': { once: 404, ids: sellersReceivingIds, params: ofReceipt(2) },
    'confirm-vendor-return-receipt': { once: true, ids: sellersReceivingIds, body: UNTOLD },
    'get-return': { ids: { own: (system) => addReturned(system, 'return', 'confirmed') } },
    'cancel-return': { once: true, ids: { own: (system) => addReturned(system, 'return', 'confirmed') }, body: UNTOLD },
    'get-claim': { ids: { own: (system) => addReturned(system, 'claim', 'confirmed') } },
    'cancel-claim': { once: true, ids: { own: (system) => addReturned(system, 'claim', 'confirmed') }, body: UNTOLD },
    'get-exchange': { ids: { own: (system) => addReturned(system, 'exchange', 'confirmed') } },
    'cancel-exchange': { once: true, ids: { own: (system) => addReturned(system, 'exchange', 'confirmed') }, body: UNTOLD },
    'cancel-return-request': { once: 404, ids: { own: (system) => addReturned(system, 'return', 'begun') } },
    'cancel-claim-request': { once: 404, ids: { own: (system) => addReturned(system, 'claim', 'begun') } },
    'cancel-exchange-request': { once: 404, ids: { own: (system) => addReturned(system, 'exchange', 'begun') } },
    'list-payments': {},
    'get-payment': { ids: { own: async (system) => (await addPayingOrder(system, 'captured')).payment_id! } },
    'capture-payment': {
      ids: { own: async (system) => (await addPayingOrder(system, 'authorized')).payment_id! },
      body: { amount: 0.01 },
    },
    'refund-payment': {
      ids: { own: async (system) => (await addPayingOrder(system, 'captured')).payment_id! },
      body: { amount: 0.01, note: 'One seam was open' },
    },
    'authorize-order-payment-session': {
      once: true,
      ids: { own: async (system) => (await addPayingOrder(system, 'pending_authorization')).order_id },
      body: async (system, id) => ({ payment_session_id: await sessionOfOrder(system, id) }),
    },
    'create-order-payment-collection': {
      body: async (system) => ({ order_id: await addOrder(system, { payment_collections: [] }), amount: 0.01 }),
    },
    'create-order-payment-session': {
      ids: { own: async (system) => (await addPayingOrder(system, 'waiting')).collection_id },
      body: { provider_id: 'pp_system_default', data: { link: 'pay-1' } },
    },
    'delete-order-payment-collection': {
      ids: { own: async (system) => (await addPayingOrder(system, 'waiting')).collection_id, answered: 'as deleted' },
    },
    'mark-payment-collection-as-paid': {
      once: true,
      ids: { own: async (system) => (await addPayingOrder(system, 'waiting')).collection_id },
      body: async (system, id) => ({ order_id: await orderOfCollection(system, id) }),
    },
    'mark-order-fulfillment-as-delivered': {
      once: true,
      ids: { own: addSentOrder },
      params: async ({ orders }, id) => {
        const order = await orders.db.collection<{ _id: string; fulfillments: { id: string }[] }>('orders').findOne({ _id: id })
        return { fulfillment_id: order?.fulfillments[0]?.id ?? 'ful_none' }
      },
    },
    'export-orders': {},
    'get-order-export': { ids: exportIds },
    'request-order-transfer': {
      once: true,
      ids: { own: (system) => addOrder(system, { customer_id: ids.foreign_customer }) },
      body: { customer_id: ids.customer, internal_note: 'Asked on the phone' },
    },
    'transfer-order-to-guest': {
      once: true,
      ids: { own: (system) => addOrder(system, { customer_id: ids.foreign_customer }) },
      body: { email: 'somebody@example.com', internal_note: 'Asked on the phone' },
    },
    'cancel-order-transfer': { once: true, ids: transferIds },
    'request-store-order-transfer': {
      headers: asCustomer,
      once: true,
      ids: { own: (system) => addOrder(system, { customer_id: ids.foreign_customer }) },
      body: { description: 'I was not logged in' },
    },
    'cancel-store-order-transfer': { headers: asCustomer, once: true, ids: transferIds },
    'accept-order-transfer': { once: true, ids: transferIds, body: transferToken },
    'decline-order-transfer': { once: true, ids: transferIds, body: transferToken },
    'complete-order': { ids: orderIds },
    'archive-order': { ids: { own: (system) => addOrder(system, { status: 'completed' }) } },
    'list-vendor-orders': { query: `id=${ids.order}` },
    'get-vendor-order': {
      ids: sellersIds,
      different: {
        [VENDOR_PANEL_ORDER]: {
          'order.items[].variant.inventory_items[].inventory.reserved_quantity: missing': SUMS,
          'order.items[].variant.inventory_items[].inventory.stocked_quantity: missing': SUMS,
          'order.items[].variant.prices[].price_list: missing': 'no price of a variant itself is in a price list',
          'order.promotion: missing': 'there is no such field, only `promotions`',
        },
      },
    },
    'get-vendor-statistics': {
      query: 'time_from=2026-03-01&time_to=2026-03-31',
      different: {
        'GET /vendor/statistics?time_from=2026-11-14T00:00:00Z&time_to=2026-11-21T23:59:59Z': {
          'customers: empty': 'nobody bought in that week',
          'orders: empty': 'nobody bought in that week',
        },
      },
    },
    'list-vendor-order-changes': { ids: sellersIds },
    'cancel-vendor-order': { once: true, ids: sellersIds },
    'complete-vendor-order': { ids: sellersIds },
    'create-fulfillment': {
      once: true,
      body: async (system) => ({
        ...FULFILLMENT,
        order_id: await unpackedIds.own(system),
        items: [{ line_item_id: seededId('ordli', 1000), quantity: 3, title: 'Book' }],
        labels: SHIPMENT.labels,
      }),
    },
    'cancel-fulfillment': { ids: { own: addPackedParcel } },
    'create-fulfillment-shipment': { once: true, ids: { own: addPackedParcel }, body: { labels: SHIPMENT.labels } },
    'create-order-fulfillment': { once: true, ids: { own: unpackedIds.own }, body: { ...PARCEL, metadata: { shelf: 1 } } },
    'create-vendor-order-fulfillment': { once: true, ids: unpackedIds, body: { ...PARCEL, requires_shipping: true } },
    'cancel-order-fulfillment': { once: true, ids: { own: packedIds.own }, params: packed, body: UNTOLD },
    'cancel-vendor-order-fulfillment': { once: true, ids: packedIds, params: packed, body: UNTOLD },
    'create-order-shipment': { once: true, ids: { own: packedIds.own }, params: packed, body: SHIPMENT },
    'mark-vendor-order-fulfillment-as-delivered': { once: true, ids: packedIds, params: packed },
    'create-vendor-order-shipment': { once: true, ids: packedIds, params: packed, body: SHIPMENT },
    'get-vendor-order-commission': { ids: sellersIds },
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
