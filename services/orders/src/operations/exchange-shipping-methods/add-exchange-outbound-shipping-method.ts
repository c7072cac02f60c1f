import { addExchangeOutboundShippingMethod as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { addReplacementMethod } from '../replacement-shipping-methods.ts'

export const addExchangeOutboundShippingMethod = implement(contract, (request, deps: Deps) =>
  addReplacementMethod('exchange', 'outbound', request, deps),
)
