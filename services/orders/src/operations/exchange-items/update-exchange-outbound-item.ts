import { updateExchangeOutboundItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { updateOutboundItem } from '../replacement-outbound-items.ts'

export const updateExchangeOutboundItem = implement(contract, (request, deps: Deps) =>
  updateOutboundItem('exchange', request, deps),
)
