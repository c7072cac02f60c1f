import { addExchangeInboundShippingMethod as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { addReplacementMethod } from '../replacement-shipping-methods.ts'

export const addExchangeInboundShippingMethod = implement(contract, (request, deps: Deps) =>
  addReplacementMethod('exchange', 'inbound', request, deps),
)
