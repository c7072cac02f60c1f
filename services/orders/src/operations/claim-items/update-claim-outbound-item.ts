import { updateClaimOutboundItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { updateOutboundItem } from '../replacement-outbound-items.ts'

export const updateClaimOutboundItem = implement(contract, (request, deps: Deps) => updateOutboundItem('claim', request, deps))
