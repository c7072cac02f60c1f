import { batchItemLocationLevels as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { changeItemLevels } from './change-item-levels.ts'

export const batchItemLocationLevels = implement(contract, (request, deps: Deps) => changeItemLevels(request, deps))
