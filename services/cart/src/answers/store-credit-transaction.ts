import type { StoreCreditAccount, StoreCreditTransaction } from '@souk/contracts'
import type { LedgerEntry } from '../domain/accounts/ledger.ts'

/** An entry of a ledger as a transaction. Since it never changes, both of its dates are the same. */
export const transactionOf = (
  { id, amount, reference, reference_id, note, at }: LedgerEntry,
  account_id: string,
  account: StoreCreditAccount | null = null,
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
  deleted_at: null,
  account_id,
  account,
})
