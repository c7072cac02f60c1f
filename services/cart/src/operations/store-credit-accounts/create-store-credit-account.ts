import { createStoreCreditAccount as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { writtenAccountAnswer } from '../../answers/store-credit-account.ts'
import type { Deps } from '../../deps.ts'
import { accountCodeOf } from '../../domain/accounts/code.ts'

/** A repeat of the request finds its account, which has the request's own code. */
export const createStoreCreditAccount = implement(contract, async (request, deps: Deps) => {
  const { currency_code, customer_id = null, metadata = null } = request.body
  const code = accountCodeOf(request.envelope.op.bytes)
  const created = await deps.storeCreditAccounts.create({ currency_code, customer_id, metadata, code }, request)
  return writtenAccountAnswer(created, request, deps)
})
