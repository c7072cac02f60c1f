import { type Customer, type Selection, type StoreCreditAccount, wants } from '@souk/contracts'
import { Answer, ifUnanswered, type RequestContext } from '@souk/runtime'
import { customersById } from '../clients/customers.ts'
import type { Deps } from '../deps.ts'
import type { Account } from '../domain/accounts/ledger.ts'
import type { ListedAccount } from '../domain/accounts/store-credit-account.ts'
import { accountPart, type SpendableCard } from '../domain/gift-cards/gift-card.ts'
import { withLedgers } from '../stores/with-ledgers.ts'
import { transactionOf } from './store-credit-transaction.ts'

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

/** The same with its ledger, oldest entry first. */
export function accountWithLedger(record: FoundAccount['record']) {
  const account = accountOf(record)
  return { ...account, transactions: record.ledger.map((entry) => transactionOf(entry, account.id)) }
}

interface FoundAccount {
  record: (SpendableCard | ListedAccount) & Pick<Account, 'ledger'>
  revision: number
}

/** An account, with its ledger if requested. @param customer its owner, if shown */
function accountAnswer({ record, revision }: FoundAccount, { selection }: { selection: Selection }, customer?: Customer | null) {
  const account = wants(selection, 'transactions') ? accountWithLedger(record) : accountOf(record)
  const options = { revision, ...(customer && { others: customer }) }
  return new Answer({ store_credit_account: { ...account, ...(customer !== undefined && { customer }) } }, options)
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

/**
 * Accounts of a list, with their owners and ledgers if requested.
 * @throws unavailable if `orders` does not answer; invalid_data if all ledgers would be too much for one answer
 */
export async function shownAccounts(
  accounts: readonly (SpendableCard | ListedAccount)[],
  { selection, passOn, deadline }: Shown & { deadline: number },
  { bus, ...stores }: Pick<Deps, 'bus' | 'giftCards' | 'storeCreditAccounts'>,
) {
  const shown = wants(selection, 'transactions')
    ? (await withLedgers(accounts, stores, deadline)).map(accountWithLedger)
    : accounts.map(accountOf)
  if (!wants(selection, 'customer')) return shown
  const ids = shown.map(({ customer_id }) => customer_id)
  const customers = await customersById(ids, bus, passOn)
  return shown.map((account) => ({ ...account, customer: customers.get(account.customer_id ?? '') ?? null }))
}
