import { type Customer, type Selection, type StoreCreditAccount, type StoreCreditTransaction, wants } from '@souk/contracts'
import { Answer, ifUnanswered, type RequestContext } from '@souk/runtime'
import { customersById } from '../clients/customers.ts'
import type { Deps } from '../deps.ts'
import type { Account, LedgerEntry } from '../domain/accounts/ledger.ts'
import type { ListedAccount } from '../domain/accounts/store-credit-account.ts'
import { accountPart, type SpendableCard } from '../domain/gift-cards/gift-card.ts'

/** An account, or that of a gift card: a card and its account are one record with one revision. */
export function accountOf(record: SpendableCard | ListedAccount): StoreCreditAccount {
  const { currency_code, created_at, updated_at, deleted_at } = record
  const own =
    'account_code' in record
      ? { id: accountPart('sc_acc', record.id), code: record.account_code, customer_id: null, metadata: null }
      : { id: record.id, code: record.code, customer_id: record.customer_id, metadata: record.metadata }
  return {
    ...own,
    currency_code,
    balance: Number(record.balance),
    credits: Number(record.credits),
    debits: Number(record.debits),
    created_at,
    updated_at,
    deleted_at,
  }
}

interface FoundAccount {
  record: (SpendableCard | ListedAccount) & Pick<Account, 'ledger'>
  revision: number
}

/** An account, with its ledger if requested, oldest entry first. @param customer its owner, if shown */
function accountAnswer({ record, revision }: FoundAccount, { selection }: { selection: Selection }, customer?: Customer | null) {
  const account = { ...accountOf(record), ...(customer !== undefined && { customer }) }
  const options = { revision, ...(customer && { others: customer }) }
  if (!wants(selection, 'transactions')) return new Answer({ store_credit_account: account }, options)
  const transactions = record.ledger.map((entry) => transactionOf(entry, null))
  return new Answer({ store_credit_account: { ...account, transactions } }, options)
}

type Shown = Pick<RequestContext, 'selection' | 'passOn'>

/** An account, with its owner if requested. @throws unavailable if `orders` does not answer */
export async function customerAccountAnswer(found: FoundAccount, { selection, passOn }: Shown, { bus }: Pick<Deps, 'bus'>) {
  if (!wants(selection, 'customer')) return accountAnswer(found, { selection })
  const { customer_id } = accountOf(found.record)
  const customers = await customersById([customer_id], bus, passOn)
  return accountAnswer(found, { selection }, customers.get(customer_id ?? '') ?? null)
}

/**
 * The same for an account that was written: without its owner if `orders` does not answer. The money has moved by then, and a
 * failure would make clients send the request again.
 */
export const writtenAccountAnswer = (found: FoundAccount, shown: Shown, deps: Pick<Deps, 'bus'>) =>
  customerAccountAnswer(found, shown, deps).catch(ifUnanswered(accountAnswer(found, shown)))

/** Accounts of a list, with their owners if requested. @throws unavailable if `orders` does not answer */
export async function shownAccounts(
  accounts: readonly (SpendableCard | ListedAccount)[],
  { selection, passOn }: Shown,
  { bus }: Pick<Deps, 'bus'>,
) {
  const shown = accounts.map(accountOf)
  if (!wants(selection, 'customer')) return shown
  const ids = shown.map(({ customer_id }) => customer_id)
  const customers = await customersById(ids, bus, passOn)
  return shown.map((account) => ({ ...account, customer: customers.get(account.customer_id ?? '') ?? null }))
}

/** An entry of a ledger as a transaction. Since it never changes, both of its dates are the same. */
export const transactionOf = (
  { id, amount, reference, reference_id, note, at }: LedgerEntry,
  account: StoreCreditAccount | null,
): StoreCreditTransaction => ({
  id,
  amount: Math.abs(Number(amount)),
  type: amount.startsWith('-') ? 'debit' : 'credit',
  reference,
  reference_id,
  note,
  metadata: null,
  created_at: at,
  updated_at: at,
  account,
})
