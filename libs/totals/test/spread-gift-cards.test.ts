import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cartTotals, spreadGiftCards } from '../src/index.ts'
import { anAmount } from './arbitrary-cart.ts'
import { minus, rational, total } from './rational.ts'

const someCards = fc
  .array(anAmount, { maxLength: 5 })
  .map((balances) => balances.map((balance, index) => ({ id: `gcard_${index}`, balance })))

it.each([
  { name: 'pay in order, each up to its balance', due: 1200, balances: [400, 1000], amounts: ['400', '800'] },
  { name: 'are omitted when nothing is left to pay', due: 400, balances: [400, 1000], amounts: ['400'] },
  { name: 'are omitted when they are empty', due: 800, balances: [0, 100, '0.00', -5], amounts: [undefined, '100'] },
  { name: 'pay nothing of a total of zero', due: 0, balances: [10], amounts: [] },
  { name: 'pay nothing of a negative total', due: -5, balances: [10], amounts: [] },
  { name: 'are exact where doubles are not', due: 0.3, balances: ['0.1', '0.1', '0.1', '0.1'], amounts: ['0.1', '0.1', '0.1'] },
  { name: 'keep all decimals', due: '5', balances: ['0.1234567890123456789012345'], amounts: ['0.1234567890123456789012345'] },
])('gift cards $name', ({ due, balances, amounts }) => {
  const cards = balances.map((balance, index) => ({ id: `gcard_${index}`, balance }))

  const expected = amounts.flatMap((amount, index) => (amount === undefined ? [] : { id: `gcard_${index}`, amount }))
  expect(spreadGiftCards(due, cards)).toEqual(expected)
})

it('gift cards pay the whole total or their whole balances', () => {
  const property = fc.property(anAmount, someCards, (due, cards) => {
    const paid = total(spreadGiftCards(due, cards).map(({ amount }) => rational(amount)))

    const balance = total(cards.map((card) => rational(card.balance)))
    const missing = minus(rational(due), paid)
    expect([rational(0), minus(rational(due), balance)]).toContainEqual(missing)
  })

  fc.assert(property)
})

it('gift cards that cover a cart leave nothing to pay', () => {
  const cart = {
    items: [{ unit_price: 1500, quantity: 1, is_tax_inclusive: true, tax_lines: [{ rate: 5 }] }],
    shipping_methods: [],
  }
  const credit_lines = spreadGiftCards(cartTotals(cart).totals.total, [{ id: 'gcard_1', balance: '2000' }])

  expect(cartTotals({ ...cart, credit_lines }).totals.total).toBe(0)
})
