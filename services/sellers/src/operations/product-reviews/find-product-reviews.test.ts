import { findProductReviews, PUBLIC_REVIEWS, type ResponseOf } from '@souk/contracts'
import { commandsOf } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededReviews } from '../../../../../tools/seed/reviews.ts'
import { type Reviewed, SELLER, startReviewed } from '../../../test/reviewing.ts'

let service: Reviewed
beforeAll(async () => {
  service = await startReviewed()
})
afterAll(() => service.stop())

const find = async (product_ids: string[], asked: { each?: number; with_customers?: boolean } = {}) => {
  const body = { product_ids, each: 50, with_customers: false, ...asked }
  const reply = await service.send(findProductReviews, { body, actor: { type: 'service', id: 'pricing' } })
  const { products }: ResponseOf<typeof findProductReviews> = reply.body
  return new Map(products.map(({ id, reviews }) => [id, reviews]))
}

it('find-product-reviews returns the newest reviews of each product, without those of its seller', async () => {
  const first = await service.aReview({ customer_note: 'Soft' })
  await service.aReview({ reference: 'seller', reference_id: SELLER })
  const second = await service.aReview({ rating: 1 }, ids.foreign_customer)
  const dates = { created_at: expect.any(String), updated_at: expect.any(String) }
  const unnamed = { customer: null, seller_note: null, seller: null, reference: 'product', ...dates }

  const found = await find([ids.product, 'prod_none', ids.product])
  expect(found.get(ids.product)).toEqual([
    { id: second.id, rating: 1, customer_note: null, ...unnamed },
    { id: first.id, rating: 4, customer_note: 'Soft', ...unnamed },
  ])
  expect(found.get('prod_none')).toEqual([])
  expect((await find([ids.product], { each: 1 })).get(ids.product)).toMatchObject([{ id: second.id }])
  expect((await find([])).size).toBe(0)
  await vi.waitFor(async () => {
    const named = await find([ids.product], { with_customers: true })
    expect(named.get(ids.product)).toMatchObject([{ customer: { first_name: 'Finn' } }, { customer: { first_name: 'Cora' } }])
  })
})

it('find-product-reviews reads no more reviews than it returns', async () => {
  const many = Array.from({ length: 100 }, (_, n) => ({
    ...{ ...seededReviews[0]!, id: `rev_many${n}`, order_id: `order_many${n}` },
    ...{ reference: 'product' as const, reference_id: 'prod_many' },
  }))
  await insertMissing(service.db, { reviews: many })
  const commands = await commandsOf(service.db, async () => {
    expect((await find(['prod_many'])).get('prod_many')).toHaveLength(PUBLIC_REVIEWS.each)
  })
  expect(commands.map(({ docsExamined }) => docsExamined)).toEqual([PUBLIC_REVIEWS.each])
})
