import { deleteOwnReview, findOrderReviews } from '@souk/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CUSTOMER, type Reviewed, SELLER, shopper, startReviewed } from '../../../test/reviewing.ts'

let service: Reviewed
beforeAll(async () => {
  service = await startReviewed()
})
afterAll(() => service.stop())

const find = async (...order_ids: string[]) =>
  (await service.send(findOrderReviews, { body: { order_ids }, actor: { type: 'service', id: 'orders' } })).body.reviews

it('find-order-reviews returns the reviews of these orders, without deleted ones and without customers', async () => {
  const first = await service.aReview({ customer_note: 'Soft' })
  const second = await service.aReview({ reference: 'seller', reference_id: SELLER })
  const gone = await service.aReview()
  await service.aReview()
  await service.send(deleteOwnReview, { actor: shopper(CUSTOMER), params: { id: gone.id } })
  const dates = { created_at: expect.any(String), updated_at: expect.any(String) }
  expect(await find(first.order_id, second.order_id, gone.order_id, 'order_none')).toEqual([
    { ...first, seller_note: null, ...dates },
    { ...second, customer_note: null, seller_note: null, ...dates },
  ])
  expect(await find()).toEqual([])
})
