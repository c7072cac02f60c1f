import { exchangeShippingMethodOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { addExchangeInboundShippingMethod } from './add-exchange-inbound-shipping-method.ts'
import { addExchangeOutboundShippingMethod } from './add-exchange-outbound-shipping-method.ts'
import { removeExchangeInboundShippingMethod } from './remove-exchange-inbound-shipping-method.ts'
import { removeExchangeOutboundShippingMethod } from './remove-exchange-outbound-shipping-method.ts'
import { updateExchangeInboundShippingMethod } from './update-exchange-inbound-shipping-method.ts'
import { updateExchangeOutboundShippingMethod } from './update-exchange-outbound-shipping-method.ts'

export const exchangeShippingMethodHandlers = implementAll(exchangeShippingMethodOperations, {
  addExchangeInboundShippingMethod,
  updateExchangeInboundShippingMethod,
  removeExchangeInboundShippingMethod,
  addExchangeOutboundShippingMethod,
  updateExchangeOutboundShippingMethod,
  removeExchangeOutboundShippingMethod,
})
