import { updateClaimInboundItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { updateInboundItem } from '../replacement-inbound-items.ts'

export const updateClaimInboundItem = implement(contract, (request, deps: Deps) => updateInboundItem('claim', request, deps))
