import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineItemTotals, orderSummary, orderTotals, shippingMethodTotals } from '../src/index.ts'
import { exactLineItem, lineItemAmounts } from '../src/line-item-totals.ts'
import { aLine, anOrderLine, aShippingMethod } from './arbitrary-cart.ts'

const line = { unit_price: 50, quantity: 2, tax_lines: [{ rate: 10 }], adjustments: [{ amount: 10 }] }
const ordered = (detail: object) => ({ ...line, detail })

describe('an order line item', () => {
  it('counts the units that were not returned', () => {
    expect(lineItemTotals(ordered({ return_received_quantity: 1 }))).toMatchObject({
      total: 49.5,
      item_total: 49.5,
      original_total: 55,
      discount_total: 5.5,
      adjustments: [{ amount: 10, subtotal: 10, total: 11 }],
      return_received_total: 49.5,
    })
  })

  it('is refundable until its return is requested', () => {
    const refundable = (detail: object) => {
      const { refundable_total, refundable_total_per_unit } = lineItemTotals(ordered(detail))
      return [refundable_total, refundable_total_per_unit]
    }

    expect(refundable({})).toEqual([99, 49.5])
    expect(refundable({ return_requested_quantity: 1 })).toEqual([49.5, 49.5])
    expect(refundable({ return_requested_quantity: 1, return_dismissed_quantity: 1 })).toEqual([0, 0])
  })

  it.each([
    { is_tax_inclusive: true, refundable_total: 100 },
    { is_tax_inclusive: false, refundable_total: 110 },
    { is_tax_inclusive: null, refundable_total: 110 },
  ])('with is_tax_inclusive $is_tax_inclusive has refundable_total $refundable_total in a tax inclusive region', (said) => {
    const { is_tax_inclusive, refundable_total } = said
    const item = { unit_price: 50, quantity: 2, tax_lines: [{ rate: 10 }], is_tax_inclusive, detail: {} }

    expect(lineItemAmounts(item, exactLineItem(item, true))).toMatchObject({
      refundable_total,
      refundable_total_per_unit: refundable_total / 2,
    })
  })

  it('has the same totals with a tax inclusive price', () => {
    const inclusive = { ...line, unit_price: 55, is_tax_inclusive: true, detail: { fulfilled_quantity: 1 } }

    expect(lineItemTotals(inclusive)).toMatchObject({ total: 99, refundable_total: 99, fulfilled_total: 49.5 })
  })

  it('without units has totals of 0', () => {
    const totals = lineItemTotals({ ...ordered({ fulfilled_quantity: 0 }), quantity: 0 })

    expect(totals).toMatchObject({
      total: 0,
      discount_total: 0,
      refundable_total: 0,
      refundable_total_per_unit: 0,
      fulfilled_total: 0,
    })
  })

  it('splits its total between returned and remaining units', () => {
    const property = fc.property(anOrderLine, (random) => {
      const { total, return_received_total = 0, return_dismissed_total = 0 } = lineItemTotals(random)

      const all = lineItemTotals({ ...random, detail: {} }).total
      expect(total + return_received_total + return_dismissed_total).toBeCloseTo(all, 3)
    })

    fc.assert(property)
  })
})

it('a cart line item has no totals of fulfillments and returns', () => {
  const property = fc.property(aLine, (random) => {
    const names = Object.keys(lineItemTotals(random))
    expect(names.filter((name) => /refundable|fulfilled|shipped|return|write_off/.test(name))).toEqual([])
  })

  fc.assert(property)
})

it('a shipping method has the same totals as a line item of one unit', () => {
  const property = fc.property(aShippingMethod, (method) => {
    const line = { ...method, unit_price: method.amount, quantity: 1 }
    expect(lineItemTotals(line)).toMatchObject(shippingMethodTotals(method))
  })

  fc.assert(property)
})

describe('an order', () => {
  const order = {
    items: [
      ordered({ fulfilled_quantity: 2, shipped_quantity: 1, return_requested_quantity: 1 }),
      ordered({ written_off_quantity: 2 }),
    ],
    shipping_methods: [],
    currency_code: 'usd',
  }

  it('sums the fulfillments and returns of its items', () => {
    expect(orderTotals(order).totals).toMatchObject({
      total: 198,
      fulfilled_total: 99,
      shipped_total: 49.5,
      return_requested_total: 49.5,
      return_received_total: 0,
      return_dismissed_total: 0,
      write_off_total: 99,
    })
  })

  it.each([
    { name: 'the transactions', payments: { transactions: [{ amount: 100 }, { amount: -1.5 }] }, transacted: 98.5, pending: 50 },
    {
      name: 'the stored sum of transactions',
      payments: { transactions: [], summary: { transaction_total: 198 } },
      transacted: 198,
      pending: -49.5,
    },
    {
      name: 'transactions short of the total by a minor unit',
      payments: { transactions: [{ amount: 148.49 }] },
      transacted: 148.49,
      pending: 0,
    },
    {
      name: 'transactions short of the total by two minor units',
      payments: { transactions: [{ amount: 148.48 }] },
      transacted: 148.48,
      pending: 0.02,
    },
  ])('has a pending difference of what requested returns and $name leave', ({ payments, transacted, pending }) => {
    expect(orderTotals({ ...order, ...payments }).summary).toEqual({ transaction_total: transacted, pending_difference: pending })
  })

  it('without transactions or summary has no payment summary', () => {
    expect(orderTotals(order)).not.toHaveProperty('summary')
  })
})

it('an order summary separates payments from refunds', () => {
  const summary = orderSummary({
    original_total: 66,
    total: 71,
    transactions: [{ amount: 66 }, { amount: -6 }],
    credit_line_total: 15,
  })

  expect(summary).toEqual({
    paid_total: 66,
    refunded_total: 6,
    pending_difference: 11,
    current_order_total: 71,
    original_order_total: 66,
    transaction_total: 60,
    accounting_total: 71,
    credit_line_total: 15,
  })
})
