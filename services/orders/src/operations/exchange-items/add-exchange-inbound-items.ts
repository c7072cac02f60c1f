import { addExchangeInboundItems as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { requestInboundItems } from '../replacement-inbound-items.ts'

export const addExchangeInboundItems = implement(contract, (request, deps: Deps) =>
  requestInboundItems('exchange', request, deps),
)
