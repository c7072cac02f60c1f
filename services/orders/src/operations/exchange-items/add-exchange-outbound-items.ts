import { addExchangeOutboundItems as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { addOutboundItems } from '../replacement-outbound-items.ts'

export const addExchangeOutboundItems = implement(contract, (request, deps: Deps) => addOutboundItems('exchange', request, deps))
