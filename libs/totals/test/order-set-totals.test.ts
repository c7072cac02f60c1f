import { orderSetTotals } from '@souk/totals'
import { describe, expect, it } from 'vitest'

const all = (amount: number) => ({
  total: amount,
  subtotal: amount,
  tax_total: amount,
  shipping_total: amount,
  shipping_tax_total: amount,
})

const ordered = (amount: number) => ({ ...all(amount), discount_subtotal: 0 })

describe('the totals of a set of orders', () => {
  it('are exact sums, without any other fields of the orders', () => {
    expect(orderSetTotals([0.1, 0.2, 0.3].map((amount) => ({ ...ordered(amount), item_total: 7 })))).toEqual(all(0.6))
  })

  it('are summed separately', () => {
    const first = { total: 12.5, subtotal: 10, tax_total: 2.5, shipping_total: 1.2, shipping_tax_total: 0.2 }
    const second = { total: 0.1, subtotal: 0.08, tax_total: 0.02, shipping_total: 0, shipping_tax_total: 0 }
    const orders = [first, second].map((order) => ({ ...order, discount_subtotal: 0 }))
    expect(orderSetTotals(orders)).toEqual({
      total: 12.6,
      subtotal: 10.08,
      tax_total: 2.52,
      shipping_total: 1.2,
      shipping_tax_total: 0.2,
    })
    expect(orderSetTotals([])).toEqual(all(0))
  })

  it('have a subtotal after discounts, and before taxes and credit', () => {
    const shipping = { shipping_total: 2, shipping_tax_total: 0 }
    const discounted = { total: 17, subtotal: 22, tax_total: 0, discount_subtotal: 5, ...shipping }
    expect(orderSetTotals([discounted])).toEqual({ total: 17, subtotal: 17, tax_total: 0, ...shipping })
    const paidByCredit = { total: 0, subtotal: 0.3, tax_total: 0.06, discount_subtotal: 0.1, ...shipping }
    expect(orderSetTotals([discounted, paidByCredit])).toMatchObject({ total: 17, subtotal: 17.2, tax_total: 0.06 })
  })
})
