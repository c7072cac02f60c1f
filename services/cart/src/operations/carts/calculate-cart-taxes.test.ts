import {
  addLineItem,
  addShippingMethod,
  calculateCartTaxes,
  createCart,
  getCart,
  updateCart,
  updateLineItem,
} from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededRegion } from '../../../../../tools/seed/regions.ts'
import { type CartUnderTest, STRANGER, startCart } from '../../../test/service.ts'

let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
  await insertMissing(service.pricing.db, {
    regions: [{ ...seededRegion, id: 'reg_untaxed', name: 'Untaxed', automatic_taxes: false, countries: [] }],
  })
})
afterAll(() => service.stop())

const newCart = async (region_id: string, country_code: string | null = 'de') => {
  const items = [{ variant_id: ids.variant, quantity: 2 }]
  const body = { region_id, items, shipping_address: { country_code } }
  return (await service.store(createCart, { body })).body.cart
}
const calculate = (id: string, options: object = {}) => service.store(calculateCartTaxes, { params: { id }, ...options })
const ratesOf = (records: { tax_lines: { rate: number }[] }[]) =>
  records.map(({ tax_lines }) => tax_lines.map(({ rate }) => rate))

describe('calculate-cart-taxes', () => {
  it('taxes lines and shipping methods in a region without automatic taxes; new lines are not taxed, others stay so', async () => {
    const { id, items, total } = await newCart('reg_untaxed')
    await service.store(addShippingMethod, { params: { id }, body: { option_id: ids.shipping_option } })
    expect([ratesOf(items), total]).toEqual([[[]], 40])

    const { status, body } = await calculate(id)

    expect(status, JSON.stringify(body)).toBe(200)
    expect(calculateCartTaxes.response.safeParse(body).error).toBeUndefined()
    expect([ratesOf(body.cart.items), ratesOf(body.cart.shipping_methods)]).toEqual([[[19]], [[19]]])
    expect(body.cart).toMatchObject({ item_total: 47.6, shipping_total: 11.9, total: 59.5 })
    expect((await service.store(getCart, { params: { id } })).body).toEqual(body)

    const change = { params: { id, line_id: items[0].id }, body: { quantity: 1 } }
    const changed = (await service.store(updateLineItem, change)).body.cart
    expect(changed).toMatchObject({ item_total: 23.8, shipping_total: 11.9, total: 35.7 })
    expect(changed.items[0].tax_lines).toMatchObject([{ id: body.cart.items[0].tax_lines[0].id, rate: 19 }])
    const added = { params: { id }, body: { variant_id: ids.second_variant, quantity: 1 } }
    const { cart } = (await service.store(addLineItem, added)).body
    expect([ratesOf(cart.items), ratesOf(cart.shipping_methods)]).toEqual([[[19], []], [[19]]])
    expect(ratesOf((await calculate(id)).body.cart.items)).toEqual([[19], [19]])
  })

  it.each([
    ['address', { shipping_address: { province: 'de-by' } }],
    ['region', { region_id: 'reg_untaxed' }],
  ])('are lost with a new %s: they would be those of another place', async (what, body) => {
    const { id } = await newCart(what === 'region' ? ids.region : 'reg_untaxed')
    expect(ratesOf((await calculate(id)).body.cart.items)).toEqual([[19]])
    const { cart } = (await service.store(updateCart, { params: { id }, body })).body
    expect([ratesOf(cart.items), cart.tax_total]).toEqual([[[]], 0])
  })

  it('leaves a cart with taxes unchanged, even when its goods are no longer sold', async () => {
    const cart = await newCart(ids.region)
    const carts = service.db.collection<{ _id: string }>('carts')
    const gone = { ...cart.items[0], variant_id: 'variant_gone' }
    await carts.updateOne({ _id: cart.id }, { $set: { items: [gone] }, $inc: { revision: 1 } })

    expect((await calculate(cart.id)).body.cart).toMatchObject({ total: cart.total, items: [{ variant_id: 'variant_gone' }] })
  })

  it('rejects a cart without a country to ship to', async () => {
    const { id } = await newCart(ids.region, null)
    expect((await calculate(id)).body).toMatchObject({
      type: 'invalid_data',
      message: 'country code is required to calculate taxes',
    })
  })

  it('rejects unknown carts, carts of other sales channels, wrong revisions and completed carts', async () => {
    const { id } = await newCart(ids.region)
    expect((await calculate('cart_none')).body).toMatchObject({ type: 'not_found', message: 'Cart id not found: cart_none' })
    expect((await calculate(id, { actor: STRANGER })).status).toBe(404)
    expect((await calculate(id, { if_match: '"9"' })).status).toBe(412)
    const carts = service.db.collection<{ _id: string }>('carts')
    await carts.updateOne({ _id: id }, { $set: { completed_at: '2026-01-01T00:00:00.000Z' }, $inc: { revision: 1 } })
    expect((await calculate(id)).body).toMatchObject({ type: 'invalid_data', message: `Cart ${id} is already completed.` })
  })
})
