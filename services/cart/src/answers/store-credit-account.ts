import type { StoreCreditAccount, StoreCreditTransaction } from '@souk/contracts'
import { Answer } from '@souk/runtime'
import type { LedgerEntry } from '../domain/accounts/ledger.ts'
import { accountPart, type SpendableCard } from '../domain/gift-cards/gift-card.ts'

/** The account of a gift card: both are one record, of one revision. */
export const accountOf = ({
  id,
  account_code,
  currency_code,
  balance,
  credits,
  debits,
  ...card
}: SpendableCard): StoreCreditAccount => ({
  id: accountPart('sc_acc', id),
  code: account_code,
  currency_code,
  customer_id: null,
  balance: Number(balance),
  credits: Number(credits),
  debits: Number(debits),
  metadata: null,
  created_at: card.created_at,
  updated_at: card.updated_at,
  deleted_at: null,
})

export const accountAnswer = ({ record, revision }: { record: SpendableCard; revision: number }) =>
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
