import type { StoreCreditAccount, StoreCreditTransaction } from '@souk/contracts'
import { Answer } from '@souk/runtime'
import type { LedgerEntry } from '../domain/accounts/ledger.ts'
import type { ListedAccount } from '../domain/accounts/store-credit-account.ts'
import { accountPart, type SpendableCard } from '../domain/gift-cards/gift-card.ts'

/** An account, or that of a gift card: the card and its account are one record, of one revision. */
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

export const accountAnswer = ({ record, revision }: { record: SpendableCard | ListedAccount; revision: number }) =>
  new Answer({ store_credit_account: accountOf(record) }, { revision })

/** An entry of a ledger. Since it never changes, it is dated once. */
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
