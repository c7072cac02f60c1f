import { addClaimInboundShippingMethod as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { addReplacementMethod } from '../replacement-shipping-methods.ts'

export const addClaimInboundShippingMethod = implement(contract, (request, deps: Deps) =>
  addReplacementMethod('claim', 'inbound', request, deps),
)
