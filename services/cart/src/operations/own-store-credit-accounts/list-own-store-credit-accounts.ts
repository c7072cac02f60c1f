import { listOwnStoreCreditAccounts as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { accountOf } from '../../answers/store-credit-account.ts'
import type { Deps } from '../../deps.ts'
import { customerOf } from '../../domain/accounts/store-credit-account.ts'

export const listOwnStoreCreditAccounts = implement(contract, async ({ actor, query, deadline }, deps: Deps) => {
  const { records, ...page } = await deps.storeCreditAccounts.pageOf(customerOf(actor), query, deadline, accountOf)
  return { store_credit_accounts: records, ...page }
})
