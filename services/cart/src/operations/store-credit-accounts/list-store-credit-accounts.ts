import { listStoreCreditAccounts as contract, wants } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { accountOf } from '../../answers/store-credit-account.ts'
import { customersById } from '../../clients/customers.ts'
import type { Deps } from '../../deps.ts'
import { listAccounts } from '../../stores/list-accounts.ts'

export const listStoreCreditAccounts = implement(contract, async ({ query, selection, deadline, passOn }, deps: Deps) => {
  const { accounts, count } = await listAccounts(query, deps, deadline)
  const page = { count, offset: query.offset, limit: query.limit }
  const shown = accounts.map(accountOf)
  if (!wants(selection, 'customer')) return { store_credit_accounts: shown, ...page }
  const customers = await customersById(
    shown.map(({ customer_id }) => customer_id),
    deps.bus,
    passOn,
  )
  const withCustomers = shown.map((account) => ({ ...account, customer: customers.get(account.customer_id ?? '') ?? null }))
  return { store_credit_accounts: withCustomers, ...page }
})
