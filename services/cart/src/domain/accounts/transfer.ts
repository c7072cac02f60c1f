import { invalidData } from '@souk/contracts'
import { exactSum } from '@souk/totals'
import { type Account, ANY_NUMBER, entered } from './ledger.ts'

/** An amount that was taken out of one account and belongs onto another. */
export interface Transfer {
  /** The id of the entry that the receiving account gets, and its key, so that it gets one only. */
  id: string
  /** The receiving account, and its customer. */
  account_id: string
  customer_id: string
  /** Exact decimal text. */
  amount: string
  /** ISO 8601: when it was taken out. */
  at: string
}

/**
 * Amounts on their way out of an account: taken out in one write with their entries here, and here until the other account has
 * them.
 */
export interface Transferring {
  outgoing?: readonly Transfer[]
}

const REFERENCE = 'store-credit'

/**
 * The account after all that is on it was sent away. @param newId of the entries @throws invalid_data when nothing is on it
 */
export function sentAway<A extends Account & Transferring>(
  account: A,
  to: Pick<Transfer, 'account_id' | 'customer_id'>,
  { newId, now }: { newId: (prefix: string) => string; now: string },
): A & { outgoing: readonly Transfer[] } {
  if (Number(account.balance) <= 0) throw invalidData('Cannot claim a store credit account with no balance')
  const [id, key] = [newId('sc_trx'), newId('sc_trx')]
  const amount = exactSum([account.balance])
  const about = { reference: REFERENCE, reference_id: to.account_id, note: null, at: now }
  const debited = entered(account, { id, key: id, amount: `-${amount}`, ...about })
  return { ...debited, outgoing: [...(account.outgoing ?? []), { id: key, ...to, amount, at: now }] }
}

/**
 * The account with the amount that was sent to it; the very same one when it has it already. @param from the sending account's
 * id
 */
export const received = <A extends Account>(account: A, { id, amount, at }: Transfer, from: string): A =>
  entered(account, { id, key: id, amount, reference: REFERENCE, reference_id: from, note: null, at }, ANY_NUMBER)
