import type { Service } from '@souk/runtime'
import { OrdersConfig } from './config.ts'
import type { Deps } from './deps.ts'
import { addOrderEditShippingMethod } from './operations/add-order-edit-shipping-method.ts'
import { beginOrderEdit } from './operations/begin-order-edit.ts'
import { cancelOrderEdit } from './operations/cancel-order-edit.ts'
import { createCustomerGroup } from './operations/create-customer-group.ts'
import { deleteCustomerGroup } from './operations/delete-customer-group.ts'
import { findCustomer } from './operations/find-customer.ts'
import { getCustomerGroup } from './operations/get-customer-group.ts'
import { getOrder } from './operations/get-order.ts'
import { listCustomerGroups } from './operations/list-customer-groups.ts'
import { listCustomerOrders } from './operations/list-customer-orders.ts'
import { listOrders } from './operations/list-orders.ts'
import { manageCustomerGroupCustomers } from './operations/manage-customer-group-customers.ts'
import { previewOrder } from './operations/preview-order.ts'
import { updateCustomerGroup } from './operations/update-customer-group.ts'
import { createPreviews } from './previews.ts'
import { createShippingOptions } from './shipping-options.ts'
import { createCustomerGroupStore } from './stores/customer-groups.ts'
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
    createCustomerGroup,
    deleteCustomerGroup,
    findCustomer,
    getCustomerGroup,
    getOrder,
    listCustomerGroups,
    listCustomerOrders,
    listOrders,
    manageCustomerGroupCustomers,
    previewOrder,
    updateCustomerGroup,
  ],

  async prepare({ db, bus, outbox }) {
    const orders = createOrderStore(db, outbox.aggregates)
    const customerGroups = createCustomerGroupStore(db, outbox)
    const customers = createCustomerStore(db, customerGroups, outbox)
    await Promise.all([orders.ensureIndexes(), customers.ensureIndexes(), customerGroups.ensureIndexes()])
    return { orders, customers, customerGroups, shippingOptions: createShippingOptions(bus), bus, previewOf: createPreviews() }
  },
}
