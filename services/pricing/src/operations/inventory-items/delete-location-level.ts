import { deleteLocationLevel as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeLevel } from './remove-level.ts'

export const deleteLocationLevel = implement(contract, (request, deps: Deps) => removeLevel(request, deps))
