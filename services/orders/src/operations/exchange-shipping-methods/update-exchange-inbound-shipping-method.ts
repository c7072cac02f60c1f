import { updateExchangeInboundShippingMethod as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { updateReplacementMethod } from '../replacement-shipping-methods.ts'

export const updateExchangeInboundShippingMethod = implement(contract, (request, deps: Deps) =>
  updateReplacementMethod('exchange', 'inbound', request, deps),
)
