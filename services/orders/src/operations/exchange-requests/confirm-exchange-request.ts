import { confirmExchangeRequest as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { confirmReplacement } from '../confirm-replacement.ts'

export const confirmExchangeRequest = implement(contract, (request, deps: Deps) => confirmReplacement('exchange', request, deps))
