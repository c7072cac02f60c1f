import { WITHOUT_INTERNALS } from '@souk/runtime'
import { perObject } from '@souk/totals'
import { Decimal128 } from 'mongodb'
import type { Account, LedgerEntry } from '../domain/accounts/ledger.ts'

/** Fields that lists and look-ups of accounts leave out: a ledger may be long. */
export const WITHOUT_LEDGER = { ...WITHOUT_INTERNALS, ledger: 0, outgoing: 0, given_up: 0 } as const

type Sums = 'balance' | 'credits' | 'debits'
type StoredEntry = Omit<LedgerEntry, 'amount'> & { amount: Decimal128 }

/** An account as stored in MongoDB: amounts are exact decimals there, which can be compared and added up. */
export type InDecimals<A extends Account> = Omit<A, Sums | 'ledger'> &
  Record<Sums, Decimal128> & { ledger: readonly StoredEntry[] }

export function inTexts<A extends Account>(stored: InDecimals<A>): A {
  return { ...withoutLedgerInTexts(stored), ledger: stored.ledger.map(inText) } as unknown as A
}

/** Converts each entry once, since entries never change: after a movement the account reuses all earlier ones. */
const inText = perObject(({ amount, ...entry }: StoredEntry) => ({ ...entry, amount: amount.toString() }))

export const withoutLedgerInTexts = <A extends Account>({ ledger: _, ...stored }: InDecimals<A>): Omit<A, 'ledger'> =>
  ({
    ...stored,
    balance: stored.balance.toString(),
    credits: stored.credits.toString(),
    debits: stored.debits.toString(),
  }) as unknown as Omit<A, 'ledger'>

/**
 * @param before the account from which it was made, in both forms: unchanged fields keep the same values, and the ledger is only
 * appended to
 */
export function exactly<A extends Account>(account: A, before?: { account: A; stored: InDecimals<A> }): InDecimals<A> {
  const { ledger, balance, credits, debits, ...rest } = account
  const known = before?.stored.ledger ?? []
  const sum = (name: Sums) =>
    before?.account[name] === account[name] ? before.stored[name] : Decimal128.fromString(account[name])
  return {
    ...rest,
    balance: sum('balance'),
    credits: sum('credits'),
    debits: sum('debits'),
    ledger: before && before.account.ledger === ledger ? known : [...known, ...ledger.slice(known.length).map(stored)],
  } as unknown as InDecimals<A>
}

const stored = ({ amount, ...entry }: LedgerEntry): StoredEntry => ({ ...entry, amount: Decimal128.fromString(amount) })
