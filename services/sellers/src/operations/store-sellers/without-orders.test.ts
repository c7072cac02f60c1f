import { findPublicSellers, getStoreSeller } from '@souk/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededReviews } from '../../../../../tools/seed/reviews.ts'
import { aSeller } from '../../../test/builders.ts'
import { shopper } from '../../../test/reviewing.ts'
import { startSellers } from '../../../test/service.ts'

let service: Awaited<ReturnType<typeof startSellers>>
beforeAll(async () => {
  service = await startSellers()
  await insertMissing(service.db, {
    sellers: [aSeller({ id: ids.seller, handle: 'linen' })],
    reviews: [...seededReviews],
  })
})
afterAll(() => service.stop())

const guest = { actor: shopper(null) }
const fields = '*reviews,*reviews.customer'
const WITHOUT_NAME = { id: ids.review, rating: 5, customer: null }

async function shown() {
  const one = await service.send(getStoreSeller, { ...guest, params: { handle: 'linen' }, query: `fields=${fields}` })
  const many = await service.send(findPublicSellers, { ...guest, body: { ids: [ids.seller], fields } })
  return [one.body.seller?.reviews, many.body.sellers?.[0]?.reviews]
}

it('while `orders` is down, sellers show their reviews without names', async () => {
  for (const reviews of await shown()) expect(reviews).toMatchObject([WITHOUT_NAME])
})

it('while `orders` is slow, sellers wait briefly for names, then show their reviews without them', async () => {
  const silence = service.bus.nc.subscribe('orders.find-customer-names', { callback: () => {} })
  await service.bus.nc.flush()
  const began = Date.now()
  for (const reviews of await shown()) expect(reviews).toMatchObject([WITHOUT_NAME])
  expect(Date.now() - began).toBeGreaterThan(400)
  silence.unsubscribe()
})
