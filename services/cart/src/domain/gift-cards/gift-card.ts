import type { GiftCard } from '@souk/contracts'

/** One movement of a card's balance; `key` makes it happen once. */
export interface LedgerEntry {
  key: string
  /** Exact decimal text; negative when spent. */
  amount: string
  at: string
}

/** A gift card as it is kept. */
export type GiftCardRecord = GiftCard & {
  /** Exact decimal text. */
  balance: string
  ledger: readonly LedgerEntry[]
}

/** What is read of a card before it goes on a cart. */
export type SpendableCard = GiftCard & Pick<GiftCardRecord, 'balance'>

export const hasExpired = ({ expires_at }: Pick<GiftCard, 'expires_at'>, now: string): boolean =>
  expires_at !== null && expires_at <= now

export const isEmpty = ({ balance }: { balance: string }): boolean => Number(balance) <= 0
