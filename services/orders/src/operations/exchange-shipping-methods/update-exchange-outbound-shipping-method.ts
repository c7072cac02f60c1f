import { updateExchangeOutboundShippingMethod as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { updateReplacementMethod } from '../replacement-shipping-methods.ts'

export const updateExchangeOutboundShippingMethod = implement(contract, (request, deps: Deps) =>
  updateReplacementMethod('exchange', 'outbound', request, deps),
)
