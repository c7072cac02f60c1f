import { addClaimOutboundItems as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { addOutboundItems } from '../replacement-outbound-items.ts'

export const addClaimOutboundItems = implement(contract, (request, deps: Deps) => addOutboundItems('claim', request, deps))
