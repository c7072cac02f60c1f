import { type Amount, decimal, smaller, subtract } from './decimal.ts'

export interface GiftCardBalance {
  id: string
  balance: Amount
}

export interface GiftCardCredit {
  id: string
  /** Exact decimal text: always above 0, and never above the card's balance. */
  amount: string
}

/**
 * Each gift card's share of a total: in the given order, up to the card's balance and to what is left. Cards that pay nothing,
 * because they are empty or nothing is left, are omitted. Nothing is rounded.
 */
export function spreadGiftCards(totalBeforeCards: Amount, cards: readonly GiftCardBalance[]): GiftCardCredit[] {
  let remaining = decimal(totalBeforeCards)

  return cards.flatMap(({ id, balance }) => {
    const amount = smaller(decimal(balance), remaining)
    if (!amount.isGreaterThan(0)) return []

    remaining = subtract(remaining, amount)
    return { id, amount: amount.toFixed() }
  })
}
