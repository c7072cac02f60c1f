import { invalidData } from '@souk/contracts'
import { exactSum } from '@souk/totals'
import { type Account, ANY_NUMBER, entered } from './ledger.ts'

/** An amount that was taken out of one account, to be credited to another. */
export interface Transfer {
  /** The id and key of the receiving account's entry, so that it is entered only once. */
  id: string
  /** The receiving account, and its customer. */
  account_id: string
  customer_id: string
  /** Exact decimal text. */
  amount: string
  /** ISO 8601: when it was debited. */
  at: string
}

/**
 * Pending transfers out of an account: recorded in the same write as their ledger entries, until the other account has received
 * them.
 */
export interface Transferring {
  outgoing?: readonly Transfer[]
}

const REFERENCE = 'store-credit'

/** The account after its whole balance was sent away. @param newId for the entries @throws invalid_data if the balance is 0 */
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
 * The account with the amount that was sent to it; the same account if it already has it.
 * @param from the sending account's id
 */
export const received = <A extends Account>(account: A, { id, amount, at }: Transfer, from: string): A =>
  entered(account, { id, key: id, amount, reference: REFERENCE, reference_id: from, note: null, at }, ANY_NUMBER)
