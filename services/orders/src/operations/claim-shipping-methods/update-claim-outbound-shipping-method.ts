import { updateClaimOutboundShippingMethod as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { updateReplacementMethod } from '../replacement-shipping-methods.ts'

export const updateClaimOutboundShippingMethod = implement(contract, (request, deps: Deps) =>
  updateReplacementMethod('claim', 'outbound', request, deps),
)
