import { createOwnReview, getOwnReview, listOwnReviews } from '@souk/contracts'
import { patient } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededReviews } from '../../../../../tools/seed/reviews.ts'
import { shopper } from '../../../test/reviewing.ts'
import { startSellers } from '../../../test/service.ts'

let service: Awaited<ReturnType<typeof startSellers>>
beforeAll(async () => {
  service = await startSellers()
  await insertMissing(service.db, { reviews: [...seededReviews] })
})
afterAll(() => service.stop())

const actor = shopper(ids.customer)

it('while `orders` is down, no review is created, and existing ones are shown only without their customers', async () => {
  const body = { order_id: 'order_1', reference: 'product' as const, reference_id: ids.product, rating: 5 }
  expect((await service.send(createOwnReview, { actor, body, ...patient() })).status).toBe(503)
  expect(await service.db.collection('reviews').countDocuments()).toBe(seededReviews.length)
  const params = { id: ids.review }
  expect((await service.send(getOwnReview, { actor, params })).status).toBe(503)
  expect((await service.send(getOwnReview, { actor, params, query: 'fields=rating' })).body.review).toEqual({
    id: ids.review,
    rating: 5,
  })
  expect((await service.send(listOwnReviews, { actor, query: 'fields=rating' })).body.count).toBe(2)
})
