import { batchLocationLevels as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { changeLevels } from './change-levels.ts'

export const batchLocationLevels = implement(contract, (request, deps: Deps) => changeLevels(request, deps))
