import { listOwnStoreCreditAccounts as contract, customerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { accountOf } from '../../answers/store-credit-account.ts'
import type { Deps } from '../../deps.ts'

export const listOwnStoreCreditAccounts = implement(contract, async ({ actor, query, deadline }, deps: Deps) => {
  const { records, ...page } = await deps.storeCreditAccounts.pageOf(customerIdOf(actor), query, deadline, accountOf)
  return { store_credit_accounts: records, ...page }
})
