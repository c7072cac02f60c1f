import { conflict } from '@souk/contracts'
import { assertUsable, type GiftCardRecord } from '../gift-cards/gift-card.ts'
import type { GivenUp } from './given-up.ts'
import { type Account, ANY_NUMBER, entered, type LedgerEntry } from './ledger.ts'

/** No request is under way for so long, in ms. */
const KEPT_MS = 3_600_000

/**
 * The account after a cart was paid with it; the very same one when it has paid already.
 * @throws invalid_data when there is not enough on it, or the card can pay no more; conflict when that checkout was given up
 */
export function debitedForCheckout<A extends Account & GivenUp>(account: A, entry: LedgerEntry): A {
  if (account.given_up?.some(({ key }) => key === entry.key)) throw conflict('The checkout was given up')
  if (!has(account, entry.key) && isGiftCard(account)) assertUsable(account, entry.at)
  return entered(account, entry)
}

/**
 * The account with that debit given back, or with a note that it will never be made. The very same one when either was done. It
 * never lacks room for it.
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
