import { GiftCard, invalidData } from '@souk/contracts'
import { decimalText } from '@souk/totals'
import type { GivenUp } from '../accounts/given-up.ts'
import { type Account, entered, type LedgerEntry, OPENED } from '../accounts/ledger.ts'
import type { Transferring } from '../accounts/transfer.ts'

/** A gift card as stored: together with the account that holds its balance. */
export type GiftCardRecord = GiftCard &
  Account &
  Transferring &
  GivenUp & {
    /** The code of its account, which differs from the card's. */
    account_code: string
    /** Cards are never deleted. */
    deleted_at: string | null
  }

/** A card without its ledger, which carts do not need. */
export type SpendableCard = Omit<GiftCardRecord, 'ledger'>

export type NewGiftCard = Omit<GiftCard, 'status' | 'created_at' | 'updated_at'> & Pick<GiftCardRecord, 'account_code'>

/** The first entry of a card's ledger, without its amount. @param at ISO 8601 */
export const issueOf = (card_id: string, at: string): Omit<LedgerEntry, 'amount'> => ({
  id: accountPart('sc_trx', card_id),
  key: 'issue',
  reference: 'gift_card',
  reference_id: card_id,
  note: 'Gift card redemption',
  at,
})

/** A card with its full value on its account. @param now ISO 8601 */
export function issuedCard(card: NewGiftCard, now: string): GiftCardRecord {
  const opened = { ...card, ...OPENED, status: 'redeemed' as const, created_at: now, updated_at: now, deleted_at: null }
  return entered(opened, { ...issueOf(card.id, now), amount: decimalText(card.value) })
}

const SHOWN = Object.keys(GiftCard.shape) as (keyof GiftCard)[]

/** The card as carts and answers show it, without its account. */
export const cardAlone = (card: SpendableCard): GiftCard =>
  Object.fromEntries(SHOWN.map((name) => [name, card[name]])) as unknown as GiftCard

/** A card and its account are one record: the account's ids are derived from the card's. */
export const accountPart = (prefix: 'sc_acc' | 'sc_trx', card_id: string) => `${prefix}${card_id.slice(card_id.indexOf('_'))}`

/** The card that an account belongs to; undefined unless the id is an account's. */
export const cardIdOf = (account_id: string): string | undefined =>
  account_id.startsWith('sc_acc_') ? `gcard${account_id.slice('sc_acc'.length)}` : undefined

/** A disabled card cannot be spent until it is `redeemed` again. */
export const isDisabled = ({ status }: Pick<GiftCard, 'status'>): boolean => status !== 'redeemed'

export const hasExpired = ({ expires_at }: Pick<GiftCard, 'expires_at'>, now: string): boolean =>
  expires_at !== null && expires_at <= now

/** @throws invalid_data if the card cannot be spent, whatever its balance */
export function assertUsable(card: Pick<GiftCard, 'code' | 'status' | 'expires_at'>, now: string) {
  if (isDisabled(card)) throw invalidData(`Gift card (${card.code}) has been disabled`)
  if (hasExpired(card, now)) throw invalidData(`Gift card (${card.code}) has expired`)
}

export const isEmpty = ({ balance }: { balance: string }): boolean => Number(balance) <= 0
