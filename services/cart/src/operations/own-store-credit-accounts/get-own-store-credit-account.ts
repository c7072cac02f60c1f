import { getOwnStoreCreditAccount as contract, customerIdOf, notFound } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerAccountAnswer } from '../../answers/store-credit-account.ts'
import type { Deps } from '../../deps.ts'

export const getOwnStoreCreditAccount = implement(contract, async (request, deps: Deps) => {
  const { actor, params, deadline } = request
  const customer_id = customerIdOf(actor)
  const found = await deps.storeCreditAccounts.find(params.id, deadline)
  if (found?.record.customer_id !== customer_id) throw notFound(`StoreCreditAccount id not found: ${params.id}`)
  return customerAccountAnswer(found, request, deps)
})
