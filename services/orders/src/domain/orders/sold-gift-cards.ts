import type { SoldGiftCards } from '@souk/contracts'
import type { OrderRecord } from './stored-order.ts'

/** The lines of an order that sell gift cards; empty if it is canceled. */
export function linesOfGiftCards({ items, canceled_at }: Pick<OrderRecord, 'items' | 'canceled_at'>): SoldGiftCards[] {
  if (canceled_at !== null) return []
  return items
    .filter(({ is_giftcard }) => is_giftcard)
    .map(({ id, quantity, unit_price, is_tax_inclusive, tax_lines }) => {
      return { id, quantity, unit_price, is_tax_inclusive, tax_lines: tax_lines.map(({ rate }) => ({ rate })) }
    })
}
