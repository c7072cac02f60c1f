import { createHash } from 'node:crypto'
import type { StoreCreditAccount } from '@souk/contracts'
import type { GivenUp } from './given-up.ts'
import type { Account } from './ledger.ts'
import type { Transferring } from './transfer.ts'

/** A store credit account that does not belong to a gift card: a customer's, or one that nobody has claimed. */
export type StoreCreditAccountRecord = Omit<StoreCreditAccount, 'balance' | 'credits' | 'debits'> &
  Account &
  Transferring &
  GivenUp

/** An account without its ledger, which carts and lists do not need. */
export type ListedAccount = Omit<StoreCreditAccountRecord, 'ledger'>

/** A customer has one account per currency, since its id is derived from the two. */
export function accountIdOf(customer_id: string, currency_code: string): string {
  const hash = createHash('sha256').update(`${customer_id}\0${currency_code}`).digest('hex')
  return `sc_acc_${hash.slice(0, 26).toUpperCase()}`
}
