import { listStoreCreditAccounts as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { accountOf } from '../../answers/store-credit-account.ts'
import type { Deps } from '../../deps.ts'
import { listAccounts } from '../../stores/list-accounts.ts'

export const listStoreCreditAccounts = implement(contract, async ({ query, deadline }, deps: Deps) => {
  const { accounts, count } = await listAccounts(query, deps, deadline)
  return { store_credit_accounts: accounts.map(accountOf), count, offset: query.offset, limit: query.limit }
})
