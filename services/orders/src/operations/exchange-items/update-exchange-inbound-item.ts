import { updateExchangeInboundItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { updateInboundItem } from '../replacement-inbound-items.ts'

export const updateExchangeInboundItem = implement(contract, (request, deps: Deps) =>
  updateInboundItem('exchange', request, deps),
)
