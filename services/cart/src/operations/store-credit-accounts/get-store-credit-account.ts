import { getStoreCreditAccount as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerAccountAnswer } from '../../answers/store-credit-account.ts'
import type { Deps } from '../../deps.ts'
import { getAccount } from '../any-account.ts'

export const getStoreCreditAccount = implement(contract, async (request, deps: Deps) =>
  customerAccountAnswer(await getAccount(request.params.id, deps, request.deadline), request, deps),
)
