import { addWish, deleteCustomer, findWishes, MAX_WISHES, removeWish } from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { invalid, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { customer } from '../../../test/asked-return.ts'
import { aCustomer as anyCustomer } from '../../../test/records.ts'
import { GUEST, type OrdersUnderTest, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

let made = 0
const aCustomer = () => `cus_W${++made}`
const add = (customer_id: string, reference_id: unknown, options: object = {}) =>
  service.send(addWish, {
    actor: customer(customer_id),
    body: { reference: 'product', reference_id } as never,
    ...options,
  })
const remove = (customer_id: string, reference_id: string, options: object = {}) =>
  service.send(removeWish, { actor: customer(customer_id), params: { reference_id }, ...options })
const wishes = async (customer_id: string) =>
  (await service.send(findWishes, { actor: { type: 'service', id: 'pricing' }, body: { customer_id } })).body.product_ids

describe('add-wish', () => {
  it('creates the wishlist of a customer, and adds each product once, in order', async () => {
    const id = aCustomer()
    const { status, body } = await add(id, 'prod_b')
    expect(status, JSON.stringify(body)).toBe(201)
    expect(addWish.response.strict().safeParse(body).error).toBeUndefined()
    const { created_at } = body.wishlist
    expect(body.wishlist).toEqual({
      ...{ id: id.replace('cus_', 'wish_'), reference: 'product', created_at },
      ...{ updated_at: expect.any(String), deleted_at: null },
    })
    expect((await add(id, 'prod_a')).body.wishlist).toMatchObject({ id: body.wishlist.id, created_at })
    expect((await add(id, 'prod_b')).status).toBe(201)
    expect(await wishes(id)).toEqual(['prod_b', 'prod_a'])
    expect(await service.eventsOf(body.wishlist.id, 2)).toMatchObject([
      { type: 'wishlist.updated', ids: { id: body.wishlist.id, customer_id: id } },
      { type: 'wishlist.updated' },
    ])
  })

  it('keeps one wishlist under concurrent requests', async () => {
    const id = aCustomer()
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([
      ...[1, 2, 3].map(() => add(id, 'prod_same', { op_id })),
      ...['prod_1', 'prod_2'].map((product) => add(id, product)),
    ])
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(replies.map(({ body }) => body.wishlist.id)).size).toBe(1)
    expect((await wishes(id)).toSorted()).toEqual(['prod_1', 'prod_2', 'prod_same'])
  })

  it('rejects guests, other references, and additions to a full wishlist', async () => {
    const id = aCustomer()
    expect((await add(id, 'prod_1', { actor: GUEST })).status).toBe(401)
    for (const body of [{}, { reference: 'seller', reference_id: 'sel_1' }, { reference: 'product', reference_id: '' }])
      expect((await add(id, '', { body })).status).toBe(400)
    await add(id, 'prod_0')
    const product_ids = Array.from({ length: MAX_WISHES }, (_, n) => `prod_${n}`)
    await service.db
      .collection<{ _id: string }>('wishlists')
      .updateOne({ _id: id.replace('cus_', 'wish_') }, { $set: { product_ids }, $inc: { revision: 1 } })
    expect((await add(id, 'prod_7')).status).toBe(201)
    expect(refusal(await add(id, 'prod_more'))).toEqual(invalid(`The wishlist has reached its limit of ${MAX_WISHES} products`))
    await remove(id, 'prod_3')
    expect((await add(id, 'prod_more')).status).toBe(201)
  })
})

describe('remove-wish', () => {
  it('removes a product from the customer’s own wishlist, and succeeds when it is already gone', async () => {
    const [id, other] = [aCustomer(), aCustomer()]
    for (const product of ['prod_a', 'prod_b']) await add(id, product)
    await add(other, 'prod_a')
    const expected = { id: id.replace('cus_', 'wish_'), reference_id: 'prod_a', object: 'wishlist', deleted: true }
    for (const time of ['first', 'second']) {
      const { status, body } = await remove(id, 'prod_a')
      expect([time, status, body]).toEqual([time, 200, expected])
    }
    expect([await wishes(id), await wishes(other)]).toEqual([['prod_b'], ['prod_a']])
  })

  it('rejects a customer without a wishlist', async () => {
    const id = aCustomer()
    expect(refusal(await remove(id, 'prod_a'))).toEqual([404, 'not_found', 'Wishlist not found for current customer'])
    expect(await wishes(id)).toEqual([])
  })
})

it('a wishlist is deleted with its customer', async () => {
  const id = aCustomer()
  await insertMissing(service.db, { customers: [anyCustomer({ id, has_account: false })] })
  await add(id, 'prod_a')
  expect((await service.admin(deleteCustomer, { params: { id } })).status).toBe(200)
  expect(await wishes(id)).toEqual([])
})
