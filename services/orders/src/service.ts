import type { Service } from '@souk/runtime'
import { OrdersConfig } from './config.ts'
import type { Deps } from './deps.ts'
import { addOrderEditShippingMethod } from './operations/add-order-edit-shipping-method.ts'
import { beginOrderEdit } from './operations/begin-order-edit.ts'
import { cancelOrderEdit } from './operations/cancel-order-edit.ts'
import { findCustomer } from './operations/find-customer.ts'
import { getOrder } from './operations/get-order.ts'
import { listCustomerOrders } from './operations/list-customer-orders.ts'
import { previewOrder } from './operations/preview-order.ts'
import { createPreviews } from './previews.ts'
import { createShippingOptions } from './shipping-options.ts'
import { createCustomerStore } from './stores/customers.ts'
import { createOrderStore } from './stores/orders.ts'

/** What was sold and to whom: orders with their changes, customers and their groups. */
export const ordersService: Service<Deps, typeof OrdersConfig> = {
  name: 'orders',
  version: '0.1.0',
  config: OrdersConfig,
  handlers: [
    addOrderEditShippingMethod,
    beginOrderEdit,
    cancelOrderEdit,
    findCustomer,
    getOrder,
    listCustomerOrders,
    previewOrder,
  ],

  async prepare({ db, bus, outbox }) {
    const orders = createOrderStore(db, outbox.aggregates)
    const customers = createCustomerStore(db)
    await Promise.all([orders.ensureIndexes(), customers.ensureIndexes()])
    return { orders, customers, shippingOptions: createShippingOptions(bus), bus, previewOf: createPreviews() }
  },
}
