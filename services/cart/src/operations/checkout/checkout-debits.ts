import type { CartCreditLine } from '@souk/contracts'
import { allEnded, derivedOpId, unlessGone } from '@souk/runtime'
import { decimalText } from '@souk/totals'
import type { Deps } from '../../deps.ts'
import { debitedForCheckout, givenBack } from '../../domain/accounts/checkout-entries.ts'
import type { GivenUp } from '../../domain/accounts/given-up.ts'
import type { Account, LedgerEntry } from '../../domain/accounts/ledger.ts'
import type { CartRecord } from '../../domain/carts/cart.ts'
import { GIFT_CARD, STORE_CREDIT } from '../../domain/carts/settle.ts'
import { STEP_MS } from '../../domain/checkout/checkout.ts'

type Stores = Pick<Deps, 'giftCards' | 'storeCreditAccounts'>
type Change = <A extends Account & GivenUp>(account: A, entry: LedgerEntry) => A

/** Debits each card and account that pays for the cart, once. @throws invalid_data if one of them can no longer pay */
export const debitAll = (cart: CartRecord, stores: Stores) => changeAll(cart, '-', 'Gift card usage', debitedForCheckout, stores)

/** Reverses debits, and prevents those that were not made from being made later. */
export const giveBackAll = (cart: CartRecord, stores: Stores) =>
  changeAll(cart, '', 'The order was not placed', givenBack, stores)

/** Whether a checkout of the cart debits any card or account. */
export const isDebiting = (cart: CartRecord): boolean => debitedLines(cart).length > 0

const debitedLines = ({ credit_lines }: CartRecord) =>
  credit_lines.filter(({ reference, amount }) => amount > 0 && isPaid(reference))

async function changeAll(cart: CartRecord, sign: '-' | '', note: string, change: Change, stores: Stores): Promise<void> {
  await allEnded(debitedLines(cart).map((line) => changeOne(line, entryOf(cart, line, { sign, note }), change, stores)))
}

const isPaid = (reference: string | null) => reference === GIFT_CARD || reference === STORE_CREDIT

function entryOf({ id, checkout }: CartRecord, line: CartCreditLine, about: { sign: string; note: string }) {
  const key = derivedOpId(0, 'debit', id, String(checkout!.epoch), line.id).bytes.toString('hex')
  const amount = `${about.sign}${decimalText(line.amount)}`
  return { key, amount, reference: 'cart', reference_id: id, note: about.note }
}

async function changeOne(line: CartCreditLine, entry: Omit<LedgerEntry, 'id' | 'at'>, change: Change, stores: Stores) {
  const account_id = line.reference_id!
  const command = { op: derivedOpId(Date.now(), entry.key, entry.note ?? ''), deadline: Date.now() + STEP_MS }
  const next = <A extends Account & GivenUp>(account: A, { newId, now }: { newId: (prefix: string) => string; now: string }): A =>
    change(account, { ...entry, id: newId('sc_trx'), at: now })
  try {
    await (line.reference === GIFT_CARD
      ? stores.giftCards.update(account_id, command, next)
      : stores.storeCreditAccounts.update(account_id, command, next))
  } catch (error) {
    // An account that no longer exists was not debited, and nothing can be given back to it.
    if (change !== givenBack) throw error
    unlessGone(error)
  }
}
