import { removeClaimOutboundItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeOutboundItem } from '../replacement-outbound-items.ts'

export const removeClaimOutboundItem = implement(contract, (request, deps: Deps) => removeOutboundItem('claim', request, deps))
