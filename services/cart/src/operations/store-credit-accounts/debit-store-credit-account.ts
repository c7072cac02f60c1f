import { debitStoreCreditAccount as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { moveAccount } from '../move-account.ts'

export const debitStoreCreditAccount = implement(contract, (request, deps: Deps) => moveAccount(request, deps, 'debit'))
