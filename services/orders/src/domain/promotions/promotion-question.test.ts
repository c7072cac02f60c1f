import { JsonText } from '@souk/contracts'
import { expect, it } from 'vitest'
import { anItem, anOrder } from '../../../test/builders.ts'
import type { OrderItem } from '../orders/order-lines.ts'
import { promotionQuestion } from './promotion-question.ts'

const questionAbout = (line: Partial<OrderItem>) => promotionQuestion(anOrder({ items: [anItem(line as never)] })).items[0]!

it('the query for promotions has the whole product and variant of a line as they were when it was made', () => {
  const product = { id: 'prod_1', collection_id: 'pcol_1', is_giftcard: false, tags: [{ id: 'ptag_1', value: 'Summer' }] }
  const variant = { id: 'variant_1', title: 'L', sku: 'SHIRT-L' }
  const snapshots = { product: JsonText.of(product), variant: JsonText.of(variant) } as unknown as Partial<OrderItem>

  const line = questionAbout({ product_id: 'prod_1', product_type_id: 'ptyp_1', variant_id: 'variant_1', ...snapshots })

  expect(line.product).toEqual({ ...product, type_id: 'ptyp_1', categories: [] })
  expect(line.variant).toEqual(variant)
})

it('the query for promotions has the ids of a product and a variant without snapshots, and neither for a custom item', () => {
  expect(questionAbout({ product_id: 'prod_1', variant_id: 'variant_1' })).toMatchObject({
    product: { id: 'prod_1', collection_id: null, type_id: null, categories: [], tags: [] },
    variant: { id: 'variant_1' },
  })
  expect(questionAbout({})).toMatchObject({ product: null, variant: null })
})

it('the query for promotions has the seller of an order for its goods, and none for a custom item', () => {
  const items = [anItem({ id: 'sold', variant_id: 'variant_1' }), anItem({ id: 'custom', variant_id: null })]
  const sellers = promotionQuestion(anOrder({ seller_id: 'sel_1', items })).items.map(({ seller_id }) => seller_id)

  expect(sellers).toEqual(['sel_1', null])
})
