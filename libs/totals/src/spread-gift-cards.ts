import { type Amount, decimal, smaller, subtract } from './decimal.ts'

export interface GiftCardBalance {
  id: string
  balance: Amount
}

export interface GiftCardCredit {
  id: string
  /** The exact text of the decimal: always above 0 and never above the card's balance. */
  amount: string
}

/**
 * Each gift card's share of a total: in the given order, each up to its balance and to what is left. Cards that pay nothing,
 * because they are empty or because nothing is left, are not in the answer. Nothing is rounded.
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
