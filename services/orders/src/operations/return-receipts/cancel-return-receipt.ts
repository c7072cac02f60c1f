import { cancelReturnReceipt as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { cancelReceipt } from '../cancel-receipt.ts'

export const cancelReturnReceipt = implement(contract, (request, deps: Deps) => cancelReceipt(request, deps))
