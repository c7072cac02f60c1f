import { orderSetTotals } from '@souk/totals'
import { describe, expect, it } from 'vitest'

const all = (amount: number) => ({
  ...{ total: amount, subtotal: amount, tax_total: amount, shipping_total: amount, shipping_tax_total: amount },
})

describe('the totals of a set of orders', () => {
  it('are exact sums, without any other fields of the orders', () => {
    expect(orderSetTotals([0.1, 0.2, 0.3].map((amount) => ({ ...all(amount), item_total: 7 })))).toEqual(all(0.6))
  })

  it('are summed separately', () => {
    const first = { total: 12.5, subtotal: 10, tax_total: 2.5, shipping_total: 1.2, shipping_tax_total: 0.2 }
    const second = { total: 0.1, subtotal: 0.08, tax_total: 0.02, shipping_total: 0, shipping_tax_total: 0 }
    expect(orderSetTotals([first, second])).toEqual({
      ...{ total: 12.6, subtotal: 10.08, tax_total: 2.52, shipping_total: 1.2, shipping_tax_total: 0.2 },
    })
    expect(orderSetTotals([])).toEqual(all(0))
  })
})
