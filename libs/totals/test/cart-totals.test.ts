import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cartTotals, orderTotals, spreadGiftCards } from '../src/index.ts'
import { aCart, anAmount, anOrderLine } from './arbitrary-cart.ts'
import { exactCart } from './exact-cart.ts'
import { toNumber } from './rational.ts'

const item = { unit_price: 24.99, quantity: 1, tax_lines: [{ rate: 10.75 }] }

describe('the totals of a cart', () => {
  it('are not rounded to minor units', () => {
    const { totals } = cartTotals({ items: [item], shipping_methods: [], currency_code: 'usd' })

    expect(totals).toMatchObject({ tax_total: 2.686425, total: 27.676425 })
  })

  it.each([
    {
      lines: { unit_price: 0, quantity: 45, adjustments: [{ amount: 0.001 }] },
      discount_subtotal: 0.0009999999999999998,
      total: -0.0009999999999999998,
    },
    {
      lines: {
        unit_price: 0,
        quantity: 10_000,
        tax_lines: [{ rate: 1 }],
        adjustments: [{ amount: 0.7, is_tax_inclusive: true }],
      },
      discount_subtotal: 0.6930693069306931,
      total: -0.7000000000000001,
    },
  ])('match Medusa to the last digit: $total', ({ lines, ...expected }) => {
    expect(cartTotals({ items: [lines] }).totals).toMatchObject(expected)
  })

  it.each([
    [0.0001, 0],
    [-0.0001, 0],
    [0.00011, 0.00011],
  ])('of %s are returned as %s', (unit_price, total) => {
    expect(cartTotals({ items: [{ unit_price, quantity: 1 }], shipping_methods: [] }).totals.total).toBe(total)
  })

  it.each([
    { amount: 1e-7, shown: 0, total: 60.0000001 },
    { amount: 0.0001, shown: 0, total: 60.0001 },
    { amount: 0.00011, shown: 0.00011, total: 60.00011 },
  ])('contain a shipping method of $amount, which is shown as $shown', ({ amount, shown, total }) => {
    const { totals, shipping_methods } = cartTotals({
      items: [{ unit_price: 60, quantity: 1 }],
      shipping_methods: [{ amount }],
    })

    expect(shipping_methods[0]?.total).toBe(shown)
    expect(totals).toMatchObject({ shipping_total: shown, original_total: total, total })
  })

  it('include many units of tiny amounts', () => {
    const { totals, items } = cartTotals({ items: [{ unit_price: 0.00005, quantity: 1000 }], shipping_methods: [] })

    expect([items[0]?.total, totals.total]).toEqual([0.05, 0.05])
  })

  it('agree with exact fractions', () => {
    const property = fc.property(aCart, (cart) => {
      const { totals } = cartTotals(cart)
      const exact = exactCart({ ...cart, credit_lines: totals.credit_line_total === 0 ? [] : cart.credit_lines })

      for (const [name, value] of Object.entries(exact)) expectExact(Reflect.get(totals, name), toNumber(value), name)
    })

    fc.assert(property, { numRuns: 1000 })
  })

  it('add up', () => {
    const property = fc.property(aCart, (cart) => {
      const { totals, items, shipping_methods } = cartTotals(cart)

      const { subtotal, tax_total, discount_subtotal, credit_line_total } = totals
      expectSum(totals.total, [subtotal, tax_total, -discount_subtotal, -credit_line_total], 'total')
      expectSum(totals.original_total, [totals.original_subtotal, totals.original_tax_total], 'original_total')
      expectSum(totals.original_total, [totals.original_item_total, totals.original_shipping_total], 'original_total')
      expectSum(totals.discount_total, [totals.discount_subtotal, totals.discount_tax_total], 'discount_total')
      expectSum(totals.discount_total, [totals.item_discount_total, totals.shipping_discount_total], 'discount_total')
      expectSum(totals.subtotal, [totals.item_subtotal, totals.shipping_subtotal], 'subtotal')
      expectSum(totals.tax_total, [totals.item_tax_total, totals.shipping_tax_total], 'tax_total')
      expectSum(
        totals.item_total,
        items.map(({ total }) => total),
        'item_total',
      )
      expectSum(
        totals.shipping_total,
        shipping_methods.map(({ total }) => total),
        'shipping_total',
      )
    })

    fc.assert(property)
  })

  it('do not depend on the order of line items', () => {
    const reversed = <Entry>(entries: readonly Entry[]) => [...entries].reverse()
    const property = fc.property(aCart, (cart) => {
      const backwards = { ...cart, items: reversed(cart.items), credit_lines: reversed(cart.credit_lines) }

      expect(cartTotals(backwards).totals).toEqual(cartTotals(cart).totals)
    })

    fc.assert(property)
  })

  it('are reduced by the amount paid by gift card, and otherwise unchanged', () => {
    const property = fc.property(aCart, anAmount, (drawn, balance) => {
      const cart = { ...drawn, currency_code: 'eur', credit_lines: [] }
      const { totals: before } = cartTotals(cart)
      const cards = spreadGiftCards(before.total, [{ id: 'gcard_1', balance }])
      const cardLines = cards.map(({ id, amount }) => ({ amount, reference: 'gift-card', reference_id: id }))
      const paid = cards.reduce((sum, { amount }) => sum + Number(amount), 0)

      const { totals } = cartTotals({ ...cart, credit_lines: cardLines })

      expect(totals.original_total).toBe(before.original_total)
      expect(totals.item_total).toBe(before.item_total)
      // Credit within the smallest unit counts as none.
      const digits = paid > 0.01 ? 6 : 1
      expect(totals.total).toBeCloseTo(before.total - paid, digits)
      expect(totals.gift_card_total).toBeCloseTo(paid, digits)
    })

    fc.assert(property)
  })

  it('are computed without changing the cart', () => {
    const property = fc.property(aCart, fc.array(anOrderLine, { maxLength: 3 }), (cart, items) => {
      const given = structuredClone({ ...cart, items })

      orderTotals(deepFreeze({ ...cart, items }))
      cartTotals(deepFreeze(cart))

      expect({ ...cart, items }).toEqual(given)
    })

    fc.assert(property)
  })
})

describe('credit', () => {
  const due = (credit: number[], currency_code: string) => {
    const credit_lines = credit.map((amount) => ({ amount, reference: 'gift-card' }))
    return cartTotals({ items: [{ unit_price: 100, quantity: 1 }], shipping_methods: [], credit_lines, currency_code }).totals
  }

  it.each([
    { credit: [0.01], currency_code: 'usd', total: 100 },
    { credit: [0.011], currency_code: 'usd', total: 99.989 },
    { credit: [-0.01], currency_code: 'usd', total: 100 },
    { credit: [-0.02], currency_code: 'usd', total: 100.02 },
    { credit: [0.006, 0.006], currency_code: 'usd', total: 99.988 },
    { credit: [1], currency_code: 'jpy', total: 100 },
    { credit: [2], currency_code: 'jpy', total: 98 },
    { credit: [0.001], currency_code: 'kwd', total: 100 },
    { credit: [0.002], currency_code: 'kwd', total: 99.998 },
    { credit: [1], currency_code: 'huf', total: 100 },
    { credit: [1], currency_code: 'COP', total: 100 },
    { credit: [0.01], currency_code: 'uyi', total: 100 },
    { credit: [0.02], currency_code: 'uyi', total: 99.98 },
    { credit: [150], currency_code: 'usd', total: -50 },
  ])('of $credit $currency_code leaves $total of 100', ({ credit, currency_code, total }) => {
    expect(due(credit, currency_code).total).toBe(total)
  })

  it('counts as gift card credit only when it comes from a gift card', () => {
    const credit_lines = [
      { amount: 30, reference: 'gift-card' },
      { amount: '5.50', reference: 'gift-card' },
      { amount: 20, reference: 'store-credit' },
      { amount: 1 },
    ]

    const { totals } = cartTotals({ items: [{ unit_price: 100, quantity: 1 }], shipping_methods: [], credit_lines })

    expect(totals).toMatchObject({
      credit_line_total: 56.5,
      credit_line_subtotal: 56.5,
      credit_line_tax_total: 0,
      gift_card_total: 35.5,
      gift_card_tax_total: 0,
      total: 43.5,
    })
  })

  it('is exact where doubles are not', () => {
    const { totals } = cartTotals({
      items: [{ unit_price: 0.3, quantity: 1 }],
      shipping_methods: [],
      credit_lines: [0.1, 0.1, 0.1].map((amount) => ({ amount, reference: 'gift-card' })),
    })

    expect(totals).toMatchObject({ total: 0, gift_card_total: 0.3 })
  })
})

describe('line items and shipping methods', () => {
  it('have no totals when they are not loaded', () => {
    const { totals, items, shipping_methods } = cartTotals({ credit_lines: [] })

    expect(totals).toMatchObject({ total: 0, original_total: 0, credit_line_total: 0 })
    expect(Object.keys(totals).filter((name) => name.includes('item') || name.includes('shipping'))).toEqual([])
    expect({ items, shipping_methods }).toEqual({ items: [], shipping_methods: [] })
  })

  it('have totals of 0 when there are none', () => {
    const { totals } = cartTotals({ items: [], shipping_methods: [] })

    expect(totals).toMatchObject({ item_total: 0, original_item_subtotal: 0, shipping_total: 0, shipping_discount_total: 0 })
  })

  it('keep their own fields next to the totals', () => {
    const { items, shipping_methods } = cartTotals({
      items: [{ ...item, id: 'cali_1', title: 'Shirt' }],
      shipping_methods: [{ id: 'casm_1', amount: 10, is_tax_inclusive: false }],
    })

    expect(items).toMatchObject([{ id: 'cali_1', title: 'Shirt', unit_price: 24.99, total: 27.676425 }])
    expect(shipping_methods).toMatchObject([{ id: 'casm_1', amount: 10, total: 10, tax_lines: [], adjustments: [] }])
  })

  it('follow the region when they do not specify whether their price includes tax', () => {
    const total = (automatic_taxes: boolean) =>
      cartTotals({ items: [item], shipping_methods: [], region: { automatic_taxes } }).totals.total

    expect([total(true), total(false)]).toEqual([24.99, 27.676425])
  })
})

/** Within 1e-12, relative to the expected value; values up to 0.0001 are returned as 0. */
function expectExact(actual: number, expected: number, name: string) {
  if (Math.abs(expected) <= 0.0001) expect(actual, name).toBe(0)
  else expect(Math.abs(actual - expected), name).toBeLessThanOrEqual(1e-12 * Math.abs(expected))
}

/** As exact as sums of doubles, with 0.0001 for each of at most nine parts that were returned as 0. */
function expectSum(actual: number, parts: readonly number[], name: string) {
  const largest = Math.max(Math.abs(actual), ...parts.map(Math.abs))
  const sum = parts.reduce((left, right) => left + right, 0)
  expect(Math.abs(actual - sum), name).toBeLessThanOrEqual(0.001 + 1e-12 * largest)
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) for (const entry of Object.values(value)) deepFreeze(entry)
  return Object.freeze(value)
}
