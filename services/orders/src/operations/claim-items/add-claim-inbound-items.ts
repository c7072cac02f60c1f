import { addClaimInboundItems as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { requestInboundItems } from '../replacement-inbound-items.ts'

export const addClaimInboundItems = implement(contract, (request, deps: Deps) => requestInboundItems('claim', request, deps))
