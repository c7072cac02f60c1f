import { confirmClaimRequest as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { confirmReplacement } from '../confirm-replacement.ts'

export const confirmClaimRequest = implement(contract, (request, deps: Deps) => confirmReplacement('claim', request, deps))
