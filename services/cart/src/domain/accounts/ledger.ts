import { invalidData } from '@souk/contracts'
import { exactSum } from '@souk/totals'

/** A movement of a balance; it never changes. */
export interface LedgerEntry {
  id: string
  /** Idempotency key: unique within an account. */
  key: string
  /** Exact decimal text; negative if spent. */
  amount: string
  /** The kind of record that caused it, and that record's id. */
  reference: string | null
  reference_id: string | null
  note: string | null
  /** ISO 8601. */
  at: string
}

/** The sums are exact decimal texts, derived from the ledger. */
export interface Account {
  balance: string
  credits: string
  /** Positive. */
  debits: string
  /** In order of entry. */
  ledger: readonly LedgerEntry[]
}

export const OPENED: Account = { balance: '0', credits: '0', debits: '0', ledger: [] }

const MAX_ENTRIES = 5000
/** For amounts owed to the account, which must never be refused. */
export const ANY_NUMBER = Number.POSITIVE_INFINITY
/** The precision of MongoDB's decimals. */
const MAX_DIGITS = 34

/** @throws invalid_data if the ledger is full */
export function assertRoom({ ledger }: Pick<Account, 'ledger'>, maxEntries = MAX_ENTRIES) {
  if (ledger.length >= maxEntries) throw invalidData(`An account has at most ${MAX_ENTRIES} transactions`)
}

/**
 * The account after a movement; the same account if it already has that movement.
 * @param maxEntries how many entries its ledger may have, including this one
 * @throws invalid_data if the balance would be negative, or the ledger is full
 */
export function entered<A extends Account>(account: A, entry: LedgerEntry, maxEntries = MAX_ENTRIES): A {
  const { balance, credits, debits, ledger } = account
  if (ledger.some(({ key }) => key === entry.key)) return account
  assertRoom(account, maxEntries)
  const left = exactSum([balance, entry.amount])
  if (left.startsWith('-')) throw invalidData('Insufficient balance')
  const isDebit = entry.amount.startsWith('-')
  const sums = isDebit
    ? { balance: left, debits: exactSum([debits, entry.amount.slice(1)]) }
    : { balance: left, credits: exactSum([credits, entry.amount]) }
  if (Object.values(sums).some((sum) => sum.replace('.', '').length > MAX_DIGITS))
    throw invalidData(`An account holds amounts of at most ${MAX_DIGITS} digits`)
  return { ...account, ...sums, ledger: [...ledger, entry] }
}
