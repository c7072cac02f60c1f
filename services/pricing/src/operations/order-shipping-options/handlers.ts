import { orderShippingOptionOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { listOrderShippingOptions } from './list-order-shipping-options.ts'

export const orderShippingOptionHandlers = implementAll(orderShippingOptionOperations, { listOrderShippingOptions })
