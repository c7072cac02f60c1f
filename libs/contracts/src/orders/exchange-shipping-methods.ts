import { defineOperation } from '../operation/operation.ts'
import { PREVIEWED, replacementParams, replacementStepParams } from './replacement-answer.ts'
import { addReturnShippingMethod, updateReturnShippingMethod } from './return-requests.ts'

/** Adds a shipping method by which items come back; requires such items. */
export const addExchangeInboundShippingMethod = defineOperation({
  service: 'orders',
  name: 'add-exchange-inbound-shipping-method',
  method: 'POST',
  path: '/admin/exchanges/:id/inbound/shipping-method',
  summary: 'Add an inbound shipping method to an exchange',
  params: replacementParams('exchange'),
  body: addReturnShippingMethod.body,
  ...PREVIEWED.exchange,
})

/** Changes such a shipping method. */
export const updateExchangeInboundShippingMethod = defineOperation({
  service: 'orders',
  name: 'update-exchange-inbound-shipping-method',
  method: 'POST',
  path: '/admin/exchanges/:id/inbound/shipping-method/:action_id',
  summary: 'Update an inbound shipping method of an exchange',
  params: replacementStepParams('exchange', 4),
  body: updateReturnShippingMethod.body,
  ...PREVIEWED.exchange,
})

/** Removes such a shipping method. */
export const removeExchangeInboundShippingMethod = defineOperation({
  service: 'orders',
  name: 'remove-exchange-inbound-shipping-method',
  method: 'DELETE',
  path: '/admin/exchanges/:id/inbound/shipping-method/:action_id',
  summary: 'Remove an inbound shipping method from an exchange',
  params: replacementStepParams('exchange', 4),
  ...PREVIEWED.exchange,
})

/** Adds a shipping method by which the exchange sends its items. */
export const addExchangeOutboundShippingMethod = defineOperation({
  service: 'orders',
  name: 'add-exchange-outbound-shipping-method',
  method: 'POST',
  path: '/admin/exchanges/:id/outbound/shipping-method',
  summary: 'Add an outbound shipping method to an exchange',
  params: replacementParams('exchange'),
  body: addReturnShippingMethod.body,
  ...PREVIEWED.exchange,
})

/** Changes such a shipping method. */
export const updateExchangeOutboundShippingMethod = defineOperation({
  service: 'orders',
  name: 'update-exchange-outbound-shipping-method',
  method: 'POST',
  path: '/admin/exchanges/:id/outbound/shipping-method/:action_id',
  summary: 'Update an outbound shipping method of an exchange',
  params: replacementStepParams('exchange', 5),
  body: updateReturnShippingMethod.body,
  ...PREVIEWED.exchange,
})

/** Removes such a shipping method. */
export const removeExchangeOutboundShippingMethod = defineOperation({
  service: 'orders',
  name: 'remove-exchange-outbound-shipping-method',
  method: 'DELETE',
  path: '/admin/exchanges/:id/outbound/shipping-method/:action_id',
  summary: 'Remove an outbound shipping method from an exchange',
  params: replacementStepParams('exchange', 5),
  ...PREVIEWED.exchange,
})

export const exchangeShippingMethodOperations = {
  addExchangeInboundShippingMethod,
  updateExchangeInboundShippingMethod,
  removeExchangeInboundShippingMethod,
  addExchangeOutboundShippingMethod,
  updateExchangeOutboundShippingMethod,
  removeExchangeOutboundShippingMethod,
}
