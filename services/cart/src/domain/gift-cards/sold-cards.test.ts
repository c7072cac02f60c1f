import type { SoldGiftCards } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { soldCards } from './sold-cards.ts'

const aLine = (line: Partial<SoldGiftCards> = {}): SoldGiftCards => ({
  ...{ id: 'ordli_1', quantity: 1, unit_price: 25, is_tax_inclusive: false, tax_lines: [] },
  ...line,
})
/** Ids that name the line, and the card's number within it. */
const newIdOf = (line_id: string) => {
  let n = 0
  return () => `${line_id}-${++n}`
}
const sold = (...lines: SoldGiftCards[]) => [
  ...soldCards({ id: 'order_1', created_at: '2026-01-02T03:04:05.000Z', currency_code: 'eur', lines }, newIdOf),
]

describe('soldCards', () => {
  it.each([
    ['each unit', { quantity: 3 }, [25, 25, 25]],
    ['no units', { quantity: 0 }, []],
    ['a price of many digits', { unit_price: 19.99, quantity: 3 }, [19.99, 19.99, 19.99]],
    ['a fraction, exactly', { unit_price: 40, quantity: 2.1 }, [40, 40, 4]],
    ['less than one unit', { unit_price: 0.3, quantity: 0.1 }, [0.03]],
    ['a price with taxes, without them', { is_tax_inclusive: true, tax_lines: [{ rate: 19 }, { rate: 6 }] }, [20]],
    ['a price without taxes', { tax_lines: [{ rate: 19 }] }, [25]],
    ['a price of zero', { unit_price: 0 }, [0]],
  ])('issues cards for %s', (_, line, values) => {
    expect(sold(aLine(line)).map(({ value }) => value)).toEqual(values)
  })

  it('names the order and the line on each card; ids are numbered per line', () => {
    const cards = sold(aLine({ quantity: 2 }), aLine({ id: 'ordli_2', unit_price: 5 }))
    expect(cards.map(({ id }) => id)).toEqual(['ordli_1-1', 'ordli_1-2', 'ordli_2-1'])
    expect(cards[2]).toEqual({
      ...{
        id: 'ordli_2-1',
        value: 5,
        currency_code: 'eur',
        line_item_id: 'ordli_2',
        reference: 'order',
        reference_id: 'order_1',
      },
      ...{ expires_at: null, note: null, metadata: {} },
    })
  })
})
