import { listStoreCreditAccounts as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownAccounts } from '../../answers/store-credit-account.ts'
import type { Deps } from '../../deps.ts'
import { pageAccounts } from '../../stores/page-accounts.ts'

export const listStoreCreditAccounts = implement(contract, async (request, deps: Deps) => {
  const { query, deadline } = request
  const { accounts, count } = await pageAccounts(query, deps, deadline)
  const store_credit_accounts = await shownAccounts(accounts, request, deps)
  return { store_credit_accounts, count, offset: query.offset, limit: query.limit }
})
