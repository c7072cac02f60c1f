import {
  type Actor,
  addStoreCredit,
  type Customer,
  createCart,
  createStoreCreditAccount,
  creditStoreCreditAccount,
  transferCart,
  updateCart,
} from '@souk/contracts'
import { patient } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aContext, aCustomerRecord, aGroup, VIP_GROUP } from '../../../test/builders.ts'
import { ADMIN, type CartUnderTest, CHANNEL, CUSTOMER, GUEST, priceKey, rulePairs, startCart } from '../../../test/service.ts'
import { newAddress } from '../../domain/carts/address.ts'

const BOB: Actor = { ...GUEST, customer_id: 'cus_bob' } as Actor
let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
  await insertMissing(service.orders.db, {
    customers: [aCustomerRecord({ id: 'cus_bob', email: 'bob@example.com', group_ids: [] })],
  })
})
afterAll(() => service.stop())

const newCart = async (body: object = {}, actor: Actor = GUEST) =>
  (await service.store(createCart, { body: { items: [{ variant_id: ids.second_variant, quantity: 2 }], ...body }, actor })).body
    .cart
const transfer = (id: string, actor: Actor = CUSTOMER, body: unknown = {}) =>
  service.store(transferCart, { params: { id }, body, actor, ...patient() })

describe('transfer-cart', () => {
  it.each([
    ['no customer', {}],
    ['a guest', { email: 'guest@example.com' }],
  ])('gives the cart of %s to the customer who asks', async (_whose, body) => {
    const cart = await newCart(body)

    const answer = await transfer(cart.id)

    expect({ status: answer.status, etag: answer.etag }).toEqual({ status: 200, etag: '"2"' })
    expect(transferCart.response.safeParse(answer.body).error).toBeUndefined()
    const customer = { id: 'cus_ann', email: 'ann@example.com', has_account: true, first_name: 'Ann' }
    expect(answer.body.cart).toMatchObject({ customer_id: 'cus_ann', email: 'ann@example.com', customer })
    expect(await service.eventsOf(cart.id, 2)).toMatchObject([{}, { type: 'cart.updated' }])
  })

  it('stores neither addresses nor group metadata of the customer; answers for older carts omit them, too', async () => {
    const text = 'x'.repeat(1000)
    const address = { ...newAddress({}, aContext()), address_name: text, is_default_shipping: false, is_default_billing: false }
    const addresses = Array.from({ length: 500 }, (_, n) => ({ ...address, id: `cuaddr_${n}` }))
    await insertMissing(service.orders.db, {
      customers: [aCustomerRecord({ id: 'cus_much', email: 'much@example.com', addresses, metadata: { vip: true } })],
      customer_groups: [aGroup({ id: 'cusgroup_much', name: 'Much', metadata: { text } })],
    })
    await service.orders.db
      .collection<{ _id: string }>('customers')
      .updateOne({ _id: 'cus_much' }, { $set: { group_ids: ['cusgroup_much'] } })
    const much: Actor = { ...GUEST, customer_id: 'cus_much' } as Actor
    const transferred = (await transfer((await newCart()).id, much)).body.cart
    const created = await newCart({}, much)

    const carts = service.db.collection<{ _id: string }>('carts')
    for (const { id } of [transferred, created]) {
      const { customer } = (await carts.findOne({ _id: id }))! as never as { customer: Customer }
      expect(customer).toMatchObject({ id: 'cus_much', metadata: { vip: true }, addresses: [] })
      expect(customer.groups).toMatchObject([{ id: 'cusgroup_much', name: 'Much', metadata: null }])
      expect(JSON.stringify(customer).length).toBeLessThan(1000)

      await carts.updateOne({ _id: id }, { $set: { 'customer.addresses': addresses }, $inc: { revision: 1 } })
      const changed = await service.store(updateCart, { params: { id }, actor: much, body: { metadata: { a: 1 } } })
      expect(changed).toMatchObject({ status: 200, body: { cart: { metadata: { a: 1 }, customer_id: 'cus_much' } } })
      expect(changed.text.length).toBeLessThan(100_000)
    }
  })

  it('applies the prices of the customer’s groups from then on', async () => {
    const cart = await newCart()
    const rules = rulePairs({ 'customer.groups.id': VIP_GROUP })
    const key = priceKey({ variant_id: ids.second_variant, currency_code: 'eur', min_quantity: null, max_quantity: null, rules })
    const prices = service.pricing.db.collection<{ _id: string }>('prices')
    const { _id, ...base } = (await prices.findOne({ variant_id: ids.second_variant, currency_code: 'eur' }))!
    await prices.insertOne({ _id: 'price_vip', ...base, key, rules, amount: 3 } as never)
    try {
      expect((await transfer(cart.id)).body.cart.items).toMatchObject([{ id: cart.items[0].id, unit_price: 3 }])
      expect((await transfer(cart.id, BOB)).body.cart.items).toMatchObject([{ unit_price: cart.items[0].unit_price }])
    } finally {
      await prices.deleteOne({ _id: 'price_vip' })
    }
  })

  it('changes nothing for the customer who already has the cart, even if its e-mail is another one', async () => {
    const cart = await newCart({ email: 'work@example.com' }, CUSTOMER)
    const { body } = await transfer(cart.id)
    expect(body.cart).toEqual(cart)
    expect(body.cart.email).toBe('work@example.com')
  })

  it('removes the store credit of the previous customer', async () => {
    const account = { currency_code: 'eur', customer_id: 'cus_ann' }
    const made = (await service.send(createStoreCreditAccount, { actor: ADMIN, body: account })).body.store_credit_account
    await service.send(creditStoreCreditAccount, { actor: ADMIN, params: { id: made.id }, body: { amount: 10 } })
    const cart = await newCart({}, CUSTOMER)
    const paid = await service.store(addStoreCredit, { params: { id: cart.id }, body: {}, actor: CUSTOMER, ...patient() })
    expect(paid.body.cart.credit_line_total).toBe(10)

    const { body } = await transfer(cart.id, BOB)

    expect(body.cart).toMatchObject({ customer_id: 'cus_bob', email: 'bob@example.com', credit_lines: [], credit_line_total: 0 })
    expect(body.cart.total).toBe(cart.total)
  })

  it('rejects guests even for unknown carts, customers that are gone, unknown carts and unknown fields', async () => {
    const { id } = await newCart()
    const refusal = async (cart: string, actor: Actor, body: unknown = {}) => {
      const answer = await transfer(cart, actor, body)
      return [answer.status, answer.body.type, answer.body.message]
    }
    const elsewhere: Actor = { type: 'storefront', id: 'apk_2', sales_channel_ids: ['sc_other'], customer_id: 'cus_ann' }
    expect(CHANNEL).not.toBe('sc_other')
    expect(await refusal('cart_none', GUEST)).toEqual([401, 'unauthorized', 'Unauthorized'])
    expect(await refusal(id, { ...GUEST, customer_id: 'cus_gone' } as Actor)).toEqual([401, 'unauthorized', 'Unauthorized'])
    expect(await refusal('cart_none', CUSTOMER)).toEqual([404, 'not_found', 'Cart id not found: cart_none'])
    expect(await refusal(id, elsewhere)).toEqual([404, 'not_found', `Cart id not found: ${id}`])
    const unknown = "Invalid request: Unrecognized fields: 'customer_id'"
    expect(await refusal(id, CUSTOMER, { customer_id: 'cus_bob' })).toEqual([400, 'invalid_data', unknown])
  })

  it('leaves the cart entirely to one of two customers who ask concurrently', async () => {
    const { id } = await newCart()
    await Promise.all([transfer(id), transfer(id, BOB), transfer(id), transfer(id, BOB)])
    const { customer_id, email, customer } = (await service.db.collection<{ _id: string }>('carts').findOne({ _id: id })) as never
    expect([customer_id, email, (customer as { id: string }).id]).toEqual(
      customer_id === 'cus_ann' ? ['cus_ann', 'ann@example.com', 'cus_ann'] : ['cus_bob', 'bob@example.com', 'cus_bob'],
    )
  })
})
