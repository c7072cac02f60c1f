import { listStoreCreditTransactions as contract, searchOf, wants } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import { accountOf } from '../../answers/store-credit-account.ts'
import { transactionOf } from '../../answers/store-credit-transaction.ts'
import type { Deps } from '../../deps.ts'
import { getAccount } from '../any-account.ts'

/** A ledger has at most 5,000 entries, which are stored in its account's document. */
export const listStoreCreditTransactions = implement(contract, async (request, deps: Deps) => {
  const { params, query, selection, deadline } = request
  const { record } = await getAccount(params.id, deps, deadline)
  const account = accountOf(record)
  const shown = wants(selection, 'account') ? account : null
  const all = record.ledger.map((entry) => transactionOf(entry, account.id, shown))
  const { records, ...page } = pageOf(all, query, searchOf(contract))
  return { transactions: records, ...page }
})
