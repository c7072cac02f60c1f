import type { DecisionContext } from '@souk/contracts'
import { expect, it } from 'vitest'
import { newProduct, type SentProduct } from './new-product.ts'

let made = 0
const context: DecisionContext = { now: '2026-01-01T00:00:00.000Z', newId: (prefix) => `${prefix}_${++made}` }
const SHORT: SentProduct = { title: 'Scarf', options: [{ title: 'Colour', values: ['Red'] }] }
const LONG: SentProduct = {
  ...SHORT,
  ...{ is_giftcard: true, shipping_profile_id: 'sp_1', metadata: { made_in: 'Porto' }, handle: 'red-scarf', status: 'published' },
  ...{ subtitle: 'Warm', description: 'Of wool', thumbnail: 'https://example.com/1.png', external_id: '1', weight: 200 },
}
const productOf = (input: SentProduct) => newProduct({ id: 'prod_1', input, seller_id: null }, new Map(), context).product

it('a new product has its fields in one order, whichever are sent', () => {
  expect(Object.keys(productOf(LONG))).toEqual(Object.keys(productOf(SHORT)))
  expect(productOf(LONG)).toMatchObject({ is_giftcard: true, discountable: false, shipping_profile_id: 'sp_1', weight: 200 })
  expect(productOf(SHORT)).toMatchObject({ is_giftcard: false, discountable: true, shipping_profile_id: null, metadata: null })
})
