import { creditStoreCreditAccount as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { moveAccount } from '../move-account.ts'

export const creditStoreCreditAccount = implement(contract, (request, deps: Deps) => moveAccount(request, deps, 'credit'))
