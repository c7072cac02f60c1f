import type { Cart, OrderPreview } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import type { CartRecord } from '../../../services/cart/src/domain/carts/cart.ts'
import { settle } from '../../../services/cart/src/domain/carts/settle.ts'
import { putOn } from '../../../services/cart/src/domain/gift-cards/cart-gift-cards.ts'
import { withActiveChange } from '../../../services/orders/src/answers/preview.ts'
import { activeChange } from '../../../services/orders/src/domain/order-changes/order-change.ts'
import { exampleCart } from '../../seed/carts.ts'
import { cardInEuros } from '../../seed/gift-cards.ts'
import { seededOrders } from '../../seed/orders.ts'
import { cartProblems, previewProblems } from './money.ts'

const BALANCE = 1

/** The seeded cart with three gift cards of one euro, as returned by the API. */
function aCart(): Cart {
  const example = exampleCart({} as never)
  const cards = ['a', 'b', 'c'].map((name) => cardInEuros(name, name, BALANCE))
  const now = example.created_at
  const balances = cards.map(({ id, balance, expires_at }) => ({ id, balance, expires_at, at: now }))
  const withCards = cards.reduce<CartRecord>((cart, card) => putOn(cart, card), { ...example, gift_cards: [], credit_lines: [] })
  let made = 0
  return JSON.parse(JSON.stringify(settle(withCards, balances, { newId: (prefix) => `${prefix}_${made++}`, now })))
}

function aPreview(): OrderPreview {
  const order = seededOrders().find((one) => activeChange(one)?.actions.some(({ action }) => action === 'SHIPPING_ADD'))
  return JSON.parse(JSON.stringify(withActiveChange(order!)))
}

describe('the checker of carts', () => {
  it('finds nothing wrong with a cart that adds up', () => {
    expect(cartProblems(aCart(), BALANCE)).toEqual([])
  })

  it.each<[string, (cart: Cart) => void, RegExp]>([
    ['a total that does not add up', (cart) => cart.total++, /: total is .*, its parts make/],
    ['credit that is not counted', (cart) => cart.gift_card_total--, /gift_card_total is 2, its parts make 3/],
    ['a line whose total does not add up', (cart) => cart.items[0]!.quantity++, /line 0: total is/],
    ['a gift card without credit', (cart) => cart.credit_lines.pop(), /card c gives 0, 1 is due/],
    ['credit given twice', (cart) => cart.credit_lines.push({ ...cart.credit_lines[0]! }), /card a gives 2, 1 is due/],
    ['credit of a removed gift card', (cart) => cart.gift_cards.pop(), /credit of c, which is not on the cart/],
  ])('finds %s', (_what, spoil, sentence) => {
    const cart = aCart()
    spoil(cart)

    expect(cartProblems(cart, BALANCE).join('\n')).toMatch(sentence)
  })
})

describe('the checker of previews', () => {
  it('finds nothing wrong with a preview that adds up', () => {
    expect(previewProblems(aPreview())).toEqual([])
  })

  it.each<[string, (preview: OrderPreview) => void, RegExp]>([
    ['a total that does not add up', (preview) => preview.total++, /: total is .*, its parts make/],
    ['a missing shipping method', (preview) => preview.shipping_methods.pop(), /does not show .* once/],
    [
      'a duplicate shipping method',
      (preview) => preview.shipping_methods.push(preview.shipping_methods.at(-1)!),
      /does not show .* once/,
    ],
  ])('finds %s', (_what, spoil, sentence) => {
    const preview = aPreview()
    spoil(preview)

    expect(previewProblems(preview).join('\n')).toMatch(sentence)
  })
})
