import type { Cart, OrderPreview } from '@souk/contracts'
import { cartTotals, orderTotals } from '@souk/totals'

/** Numbers in answers are doubles: the last digit may differ. */
const TOLERANCE = 1e-9
const GIFT_CARD = 'gift-card'

type Amounts = Record<string, unknown>

/**
 * Whether a cart as it is answered adds up: its totals follow from its lines, its credit from its cards.
 * @param balance of each card
 */
export function cartProblems(cart: Cart, balance: number): string[] {
  const { items, shipping_methods, credit_lines, currency_code, region } = cart
  const priced = { items, shipping_methods, currency_code, region }
  const { totals, items: lines } = cartTotals({ ...priced, credit_lines } as Parameters<typeof cartTotals>[0])
  const otherCredit = credit_lines.filter(({ reference }) => reference !== GIFT_CARD)
  const beforeCards = cartTotals({ ...priced, credit_lines: otherCredit } as Parameters<typeof cartTotals>[0]).totals.total
  return [
    ...differences(cart.id, cart, totals as unknown as Amounts),
    ...(lines ?? []).flatMap((line, n) => differences(`${cart.id} line ${n}`, items[n]!, { total: line.total })),
    ...creditProblems(cart, beforeCards, balance),
  ]
}

/** Cards pay in the order in which they were put on, each up to its balance and to the amount left to be paid. */
function creditProblems({ id, gift_cards, credit_lines }: Cart, total: number, balance: number): string[] {
  const credit = new Map<string | null, number>()
  const lines = credit_lines.filter(({ reference }) => reference === GIFT_CARD)
  for (const { reference_id, amount } of lines) credit.set(reference_id, (credit.get(reference_id) ?? 0) + amount)
  let left = total
  const problems = gift_cards.flatMap((card) => {
    const due = Math.max(0, Math.min(balance, left))
    left -= due
    const given = credit.get(card.id) ?? 0
    credit.delete(card.id)
    return isSame(given, due) ? [] : [`${id}: card ${card.code} gives ${given}, ${due} is due`]
  })
  return [...problems, ...[...credit.keys()].map((card) => `${id}: credit of ${card}, which is not on the cart`)]
}

/** Whether a preview adds up, and shows each method that its change adds, once. */
export function previewProblems(preview: OrderPreview): string[] {
  const { totals } = orderTotals(preview as unknown as Parameters<typeof orderTotals>[0])
  const actions = preview.order_change?.actions ?? []
  const added = actions.filter(({ action }) => action === 'SHIPPING_ADD').map(({ reference_id }) => reference_id)
  const wrong = added.filter((method) => preview.shipping_methods.filter(({ id }) => id === method).length !== 1)
  return [
    ...differences(preview.id, preview, totals as unknown as Amounts),
    ...wrong.slice(0, 3).map((method) => `${preview.id}: the preview does not show ${method} once, which its change adds`),
  ]
}

function differences(name: string, shown: object, computed: Amounts): string[] {
  return Object.entries(computed)
    .filter(([key, value]) => typeof value === 'number' && !isSame((shown as Amounts)[key], value))
    .map(([key, value]) => `${name}: ${key} is ${(shown as Amounts)[key]}, its parts make ${value}`)
}

const isSame = (left: unknown, right: number) =>
  typeof left === 'number' && Math.abs(left - right) <= TOLERANCE * Math.max(1, Math.abs(right))
