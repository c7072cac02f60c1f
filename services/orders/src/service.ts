import type { Service } from '@souk/runtime'
import { createPreviews } from './answers/preview.ts'
import { createShippingOptions } from './clients/shipping-options.ts'
import { OrdersConfig } from './config.ts'
import type { Deps } from './deps.ts'
import { createCustomerGroup } from './operations/customer-groups/create-customer-group.ts'
import { deleteCustomerGroup } from './operations/customer-groups/delete-customer-group.ts'
import { getCustomerGroup } from './operations/customer-groups/get-customer-group.ts'
import { listCustomerGroups } from './operations/customer-groups/list-customer-groups.ts'
import { manageCustomerGroupCustomers } from './operations/customer-groups/manage-customer-group-customers.ts'
import { updateCustomerGroup } from './operations/customer-groups/update-customer-group.ts'
import { findCustomer } from './operations/customers/find-customer.ts'
import { addOrderEditShippingMethod } from './operations/order-edits/add-order-edit-shipping-method.ts'
import { beginOrderEdit } from './operations/order-edits/begin-order-edit.ts'
import { cancelOrderEdit } from './operations/order-edits/cancel-order-edit.ts'
import { getOrder } from './operations/orders/get-order.ts'
import { listCustomerOrders } from './operations/orders/list-customer-orders.ts'
import { listOrders } from './operations/orders/list-orders.ts'
import { previewOrder } from './operations/orders/preview-order.ts'
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
