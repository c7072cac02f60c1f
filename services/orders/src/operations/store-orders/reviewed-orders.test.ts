import { type Actor, listOwnOrders } from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededReviews } from '../../../../../tools/seed/reviews.ts'
import { aCustomer, anOrderRecord } from '../../../test/records.ts'
import { type OrdersUnderTest, startOrders, startSellers } from '../../../test/service.ts'

const CUSTOMER: Actor = { type: 'storefront', id: 'apk_1', sales_channel_ids: [], customer_id: 'cus_1' }
const at = (day: number) => `2026-03-0${day}T00:00:00.000Z`
const SELLER = { id: 'sel_1', name: 'Shop', handle: 'shop', store_status: 'SUSPENDED' } as const
const UNSAID = {
  description: null,
  photo: null,
  address_line: null,
  postal_code: null,
  city: null,
  state: null,
  country_code: null,
}
const PRIVATE = { email: 'private@example.com', phone: '+49 30 9', tax_id: 'DE999', members: [] }

let service: OrdersUnderTest
let sellers: Awaited<ReturnType<typeof startSellers>> | undefined
beforeAll(async () => {
  service = await startOrders()
  const customer_id = 'cus_1'
  const orders = [
    anOrderRecord({ id: 'order_1', customer_id, seller_id: SELLER.id, created_at: at(1) }),
    anOrderRecord({ id: 'order_2', customer_id, seller_id: null, created_at: at(2) }),
  ]
  await insertMissing(service.db, { customers: [aCustomer()], orders })
})
afterAll(async () => {
  await sellers?.stop()
  await service.stop()
})

const list = (fields?: string) => service.send(listOwnOrders, { actor: CUSTOMER, ...(fields && { query: `fields=${fields}` }) })

it('list-own-orders calls sellers only for requested sellers or reviews, and returns 503 while it is down', async () => {
  const { status, body } = await list()
  expect([status, body.count]).toEqual([200, 2])
  for (const name of ['seller', 'reviews']) expect(body.orders[0]).not.toHaveProperty(name)
  for (const fields of ['*seller', '*reviews']) expect(refusal(await list(fields))[0]).toBe(503)
})

it('list-own-orders includes the sellers and reviews of the orders when requested', async () => {
  sellers = await startSellers(service.servers)
  const [review] = seededReviews
  const dates = { created_at: at(1), updated_at: at(1), deleted_at: null }
  await insertMissing(sellers.db, {
    sellers: [{ ...SELLER, ...UNSAID, ...PRIVATE, ...dates }],
    reviews: [
      { ...review!, id: 'rev_1', order_id: 'order_1', ...dates },
      { ...review!, id: 'rev_2', order_id: 'order_1', reference: 'product', reference_id: ids.product, ...dates },
      { ...review!, id: 'rev_3', order_id: 'order_2', ...dates, deleted_at: at(3) },
    ],
  })
  const storefronts =
    '*items,%2Bitems.metadata,*items.variant,*items.product,*seller,*reviews,*order_set,shipping_total,total,created_at'
  for (const fields of [storefronts, 'id,*seller,*reviews', 'seller,reviews']) {
    const { status, body } = await list(fields)
    expect([fields, status]).toEqual([fields, 200])
    const [first, second] = body.orders
    expect(first.seller).toEqual({ ...SELLER, ...UNSAID, created_at: at(1), updated_at: at(1) })
    expect(first.reviews).toMatchObject([{ id: 'rev_1', reference: 'seller', rating: 5 }, { id: 'rev_2' }])
    expect(first.reviews[0]).not.toHaveProperty('customer_id')
    expect([second.seller, second.reviews]).toEqual([null, []])
  }
  expect((await list('id,seller.name,reviews.rating')).body.orders[0]).toMatchObject({
    seller: { id: 'sel_1', name: 'Shop' },
    reviews: [
      { id: 'rev_1', rating: 5 },
      { id: 'rev_2', rating: 5 },
    ],
  })
})
