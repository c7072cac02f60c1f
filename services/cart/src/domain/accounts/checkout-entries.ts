import { conflict } from '@souk/contracts'
import { assertUsable, type GiftCardRecord } from '../gift-cards/gift-card.ts'
import type { GivenUp } from './given-up.ts'
import { type Account, ANY_NUMBER, entered, type LedgerEntry } from './ledger.ts'

/** How long a canceled checkout is remembered, in ms: no request is under way for so long. */
const KEPT_MS = 3_600_000

/**
 * The account after a cart was paid with it; the same account if that was done before.
 * @throws invalid_data if its balance is too low, or the card is disabled or expired; conflict if that checkout was canceled
 */
export function debitedForCheckout<A extends Account & GivenUp>(account: A, entry: LedgerEntry): A {
  if (account.given_up?.some(({ key }) => key === entry.key)) throw conflict('The checkout was given up')
  if (!has(account, entry.key) && isGiftCard(account)) assertUsable(account, entry.at)
  return entered(account, entry)
}

/**
 * The account with that debit reversed, or with a record that it must never be made; the same account if either was done before.
 * The ledger's limit of entries does not apply.
 */
export function givenBack<A extends Account & GivenUp>(account: A, entry: LedgerEntry): A {
  const { key, at } = entry
  if (has(account, key)) return entered(account, { ...entry, key: `${key}:back` }, ANY_NUMBER)
  const { given_up = [] } = account
  if (given_up.some((one) => one.key === key)) return account
  const since = new Date(Date.parse(at) - KEPT_MS).toISOString()
  return { ...account, given_up: [...given_up.filter((one) => one.at >= since), { key, at }] }
}

const has = ({ ledger }: Account, key: string) => ledger.some((entry) => entry.key === key)

const isGiftCard = (account: Account): account is GiftCardRecord => 'account_code' in account
