import type { SoldGiftCards, SoldGiftCardsOrder } from '@souk/contracts'
import { exactSum, lineItemTotals } from '@souk/totals'
import type { NewGiftCard } from './gift-card.ts'

export type SoldCard = Omit<NewGiftCard, 'code' | 'account_code'>

/**
 * The cards that an order sold, one for each unit, with the unit's price before promotions and taxes as their value. A fraction
 * of a unit also makes a card, with that part of the value.
 * @param newIdOf makes the ids of a line's cards, the same each time
 */
export function* soldCards(
  { id, currency_code, lines }: SoldGiftCardsOrder,
  newIdOf: (line_id: string) => () => string,
): Generator<SoldCard> {
  const of = { currency_code, reference: 'order', reference_id: id, expires_at: null, note: null, metadata: {} }
  for (const line of lines) {
    const newId = newIdOf(line.id)
    const units = Math.floor(line.quantity)
    const value = subtotalOf(line, 1)
    for (let unit = 0; unit < units; unit++) yield { id: newId(), value, line_item_id: line.id, ...of }
    if (units < line.quantity) {
      const rest = subtotalOf(line, exactSum([line.quantity, -units]))
      yield { id: newId(), value: rest, line_item_id: line.id, ...of }
    }
  }
}

const subtotalOf = (line: SoldGiftCards, quantity: number | string) => lineItemTotals({ ...line, quantity }).subtotal
