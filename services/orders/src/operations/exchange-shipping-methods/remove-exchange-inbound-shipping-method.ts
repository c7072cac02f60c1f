import { removeExchangeInboundShippingMethod as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeReplacementMethod } from '../replacement-shipping-methods.ts'

export const removeExchangeInboundShippingMethod = implement(contract, (request, deps: Deps) =>
  removeReplacementMethod('exchange', 'inbound', request, deps),
)
