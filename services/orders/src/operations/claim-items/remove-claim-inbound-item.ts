import { removeClaimInboundItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeInboundItem } from '../replacement-inbound-items.ts'

export const removeClaimInboundItem = implement(contract, (request, deps: Deps) => removeInboundItem('claim', request, deps))
