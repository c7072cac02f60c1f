import { describe, expect, it } from 'vitest'
import type { CartRecord } from '../carts/cart.ts'
import { lineSellers, sellerOf } from './line-sellers.ts'

const cartOf = (...variants: (string | null)[]) =>
  ({ items: variants.map((variant_id) => ({ variant_id })) }) as unknown as Pick<CartRecord, 'items' | 'line_sellers'>
const sold = (variant_id: string, seller_id: string | null) => ({ variant_id, seller_id })

describe('the sellers of lines', () => {
  it.each([
    [
      'list each variant once, and omit lines without a variant',
      cartOf('a', 'a', null, 'b'),
      [],
      [sold('a', 'sel_1'), sold('b', null)],
    ],
    [
      'keep the known seller of a variant that was not looked up',
      { ...cartOf('a', 'c'), line_sellers: [sold('c', 'sel_2')] },
      [],
      [sold('a', 'sel_1'), sold('c', 'sel_2')],
    ],
    [
      'replace a former seller, and drop variants that are no longer in the cart',
      { ...cartOf('a'), line_sellers: [sold('a', 'sel_9'), sold('z', 'x')] },
      [],
      [sold('a', 'sel_1')],
    ],
    ['omit a variant whose seller is unknown', cartOf('d'), [], []],
  ])('%s', (_case, cart, _none, expected) => {
    expect(lineSellers(cart, [sold('a', 'sel_1'), sold('b', null)])).toEqual({ line_sellers: expected })
  })

  it('are the same list when nothing changed', () => {
    const line_sellers = [sold('a', 'sel_1')]
    expect(lineSellers({ ...cartOf('a'), line_sellers }, [sold('a', 'sel_1')]).line_sellers).toBe(line_sellers)
  })

  it('are looked up by variant: null for the marketplace and for unknown variants', () => {
    const cart = { line_sellers: [sold('a', 'sel_1'), sold('b', null)] }
    const of = (variant_id: string | null) => sellerOf(cart, { variant_id } as never)
    expect(['a', 'b', 'c', null].map(of)).toEqual(['sel_1', null, null, null])
    expect(sellerOf({}, { variant_id: 'a' } as never)).toBeNull()
  })
})
