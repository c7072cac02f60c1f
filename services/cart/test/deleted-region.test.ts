import {
  addLineItem,
  addShippingMethod,
  createCart,
  createCartPaymentCollection,
  createPaymentSession,
  createRegion,
  deleteRegion,
  getCart,
  listStoreProducts,
  removeLineItem,
  updateCart,
  updateLineItem,
} from '@souk/contracts'
import { patient } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../tools/seed/ids.ts'
import { ADMIN, type CartUnderTest, GUEST, startCart } from './service.ts'

let service: CartUnderTest
let id: string
const params = () => ({ params: { id } })

/** A cart of 20 and 12 euros, whose region is deleted afterwards. */
beforeAll(async () => {
  service = await startCart()
  const made = { name: 'Alpine', currency_code: 'eur', countries: ['at', 'ch'], payment_providers: ['pp_system_default'] }
  const asAdmin = { actor: ADMIN, ...patient() }
  const { region } = await service.pricing.call(createRegion, { body: made, ...asAdmin })
  const items = [ids.variant, ids.third_variant].map((variant_id) => ({ variant_id, quantity: 1 }))
  id = (await service.store(createCart, { body: { region_id: region.id, items } })).body.cart.id
  // Only Germany is taxed, which belongs to another region.
  await service.db
    .collection<{ _id: string; revision: number }>('carts')
    .updateOne({ _id: id }, { $set: { 'region.countries.0.iso_2': 'de' }, $inc: { revision: 1 } })
  await service.pricing.call(deleteRegion, { params: { id: region.id }, ...asAdmin })
})
afterAll(() => service.stop())

const cart = async () => (await service.store(getCart, params())).body.cart

describe('a cart whose region was deleted', () => {
  it('goes on by its own copy of the region: address, taxes, lines, shipping, payment', async () => {
    const { region } = await cart()
    const sent = await service.store(updateCart, { ...params(), body: { shipping_address: { country_code: 'de' } } })
    expect(sent.body.cart).toMatchObject({ region, total: 23.8 + 12.84, items: [{ tax_lines: [{ rate: 19 }] }, {}] })

    const more = await service.store(addLineItem, { ...params(), body: { variant_id: ids.second_variant, quantity: 1 } })
    expect(more.body.cart).toMatchObject({ region, items: [{}, {}, { tax_lines: [{ rate: 19 }] }] })

    const [first, second] = more.body.cart.items
    const two = { params: { id, line_id: first.id }, body: { quantity: 2 } }
    expect((await service.store(updateLineItem, two)).status).toBe(200)
    expect((await service.store(removeLineItem, { params: { id, line_id: second.id } })).status).toBe(200)
    const shipped = await service.store(addShippingMethod, { ...params(), body: { option_id: ids.shipping_option } })
    expect(shipped.body.cart).toMatchObject({ region, shipping_methods: [{ amount: 10, tax_lines: [{ rate: 19 }] }] })

    const { payment_collection } = (await service.store(createCartPaymentCollection, { body: { cart_id: id } })).body
    const begun = { params: { id: payment_collection.id }, body: { provider_id: 'pp_system_default' } }
    expect((await service.store(createPaymentSession, begun)).status).toBe(200)
  })

  it('accepts no address outside that copy', async () => {
    const { status, body } = await service.store(updateCart, { ...params(), body: { shipping_address: { country_code: 'us' } } })
    expect([status, body.message]).toEqual([400, 'Country with code us is not within region Alpine'])
  })

  it('has its prices shown on products', async () => {
    const query = `cart_id=${id}&id=${ids.product}&fields=id,*variants.calculated_price`
    const { status, body } = await service.pricing.send(listStoreProducts, { query, actor: GUEST })

    expect(status).toBe(200)
    expect(body.products[0].variants[0].calculated_price).toMatchObject({ currency_code: 'eur' })
    expect(body.products[0].variants[0].calculated_price.calculated_amount_with_tax).toBeGreaterThan(20)
  })
})
