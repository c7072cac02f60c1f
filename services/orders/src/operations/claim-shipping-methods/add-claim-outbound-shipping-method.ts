import { addClaimOutboundShippingMethod as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { addReplacementMethod } from '../replacement-shipping-methods.ts'

export const addClaimOutboundShippingMethod = implement(contract, (request, deps: Deps) =>
  addReplacementMethod('claim', 'outbound', request, deps),
)
