import { removeClaimOutboundShippingMethod as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeReplacementMethod } from '../replacement-shipping-methods.ts'

export const removeClaimOutboundShippingMethod = implement(contract, (request, deps: Deps) =>
  removeReplacementMethod('claim', 'outbound', request, deps),
)
