import { removeExchangeInboundItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeInboundItem } from '../replacement-inbound-items.ts'

export const removeExchangeInboundItem = implement(contract, (request, deps: Deps) =>
  removeInboundItem('exchange', request, deps),
)
