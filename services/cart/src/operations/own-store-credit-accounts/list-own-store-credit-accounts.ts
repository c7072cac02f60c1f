import { listOwnStoreCreditAccounts as contract, customerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownAccounts } from '../../answers/store-credit-account.ts'
import type { Deps } from '../../deps.ts'

export const listOwnStoreCreditAccounts = implement(contract, async (request, deps: Deps) => {
  const { actor, query, deadline } = request
  const { records, ...page } = await deps.storeCreditAccounts.pageOfCustomer(
    customerIdOf(actor),
    query,
    deadline,
    (accounts, until) => shownAccounts(accounts, { ...request, deadline: until }, deps),
  )
  return { store_credit_accounts: records, ...page }
})
