import { listStoreCreditAccounts as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { accountOf } from '../../answers/store-credit-account.ts'
import type { Deps } from '../../deps.ts'

export const listStoreCreditAccounts = implement(contract, async ({ query, deadline }, { giftCards }: Deps) => {
  const { records, ...page } = await giftCards.pageOfAccounts(query, deadline, accountOf)
  return { store_credit_accounts: records, ...page }
})
