import { addCartPromotions, addLineItem, createCart, manageCustomerGroupCustomers, updateLineItem } from '@souk/contracts'
import { patient } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../tools/seed/ids.ts'
import { insertMissing } from '../../../tools/seed/insert-missing.ts'
import { addPromotion } from './add-promotion.ts'
import { aCustomerRecord, VIP_GROUP } from './builders.ts'
import { aRule } from './promotion-builders.ts'
import { ADMIN, type CartUnderTest, CUSTOMER, priceKey, rulePairs, startCart } from './service.ts'

const EVE = { ...CUSTOMER, customer_id: 'cus_eve' }

let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
  const eve = aCustomerRecord({ id: 'cus_eve', email: 'eve@example.com', group_ids: [] })
  await insertMissing(service.orders.db, { customers: [eve] })
})
afterAll(() => service.stop())

async function newCart(body: object = {}) {
  const items = [{ variant_id: ids.second_variant, quantity: 1 }]
  const { cart } = (await service.store(createCart, { body: { items, ...body }, actor: EVE, ...patient() })).body
  return cart
}
async function inGroup(change: { add?: string[]; remove?: string[] }) {
  const { status } = await service.orders.send(manageCustomerGroupCustomers, {
    params: { id: VIP_GROUP },
    body: change,
    actor: ADMIN,
    ...patient(),
  })
  expect(status).toBe(200)
}
const join = () => inGroup({ add: ['cus_eve'] })
const leave = () => inGroup({ remove: ['cus_eve'] })
const quantityOf = async ({ id, items }: { id: string; items: { id: string }[] }, quantity: number) =>
  (await service.store(updateLineItem, { params: { id, line_id: items[0]!.id }, body: { quantity }, actor: EVE, ...patient() }))
    .body.cart

describe('the current groups of a customer', () => {
  it('determine prices, from joining a group until leaving it', async () => {
    const rules = rulePairs({ 'customer.groups.id': VIP_GROUP })
    const key = priceKey({ variant_id: ids.second_variant, currency_code: 'eur', min_quantity: null, max_quantity: null, rules })
    const prices = service.pricing.db.collection<{ _id: string }>('prices')
    const { _id, ...base } = (await prices.findOne({ variant_id: ids.second_variant, currency_code: 'eur' }))!
    await prices.insertOne({ _id: 'price_vip', ...base, key, rules, amount: 3 } as never)
    const cart = await newCart()
    const before = cart.items[0].unit_price
    expect(before).not.toBe(3)

    await join()
    expect(await quantityOf(cart, 2)).toMatchObject({
      customer: { groups: [{ id: VIP_GROUP }] },
      items: [{ unit_price: 3 }],
      item_total: 6,
    })
    const added = { variant_id: ids.third_variant, quantity: 1 }
    const { body } = await service.store(addLineItem, { params: { id: cart.id }, body: added, actor: EVE, ...patient() })
    expect(body.cart.items).toMatchObject([{ unit_price: 3 }, { quantity: 1 }])

    await leave()
    expect(await quantityOf(cart, 3)).toMatchObject({ customer: { groups: [] }, items: [{ unit_price: before }, {}] })
    await prices.deleteOne({ _id: 'price_vip' })
  })

  it('determine promotions, even when no line changes', async () => {
    const cart = await newCart()
    const rules = [aRule('customer.groups.id', 'in', [VIP_GROUP])]
    const id = await addPromotion(service, { is_automatic: true, rules })
    await addPromotion(service, { code: 'ANY' })
    const named = async () =>
      (
        await service.store(addCartPromotions, {
          params: { id: cart.id },
          body: { promo_codes: ['ANY'] },
          actor: EVE,
          ...patient(),
        })
      ).body.cart

    expect((await named()).promotions).toMatchObject([{ code: 'ANY' }])
    await join()
    expect(((await named()).promotions as { id: string }[]).map((one) => one.id)).toContain(id)
    expect(await quantityOf(cart, 2)).toMatchObject({ discount_total: 2 })
    await leave()
    expect(await quantityOf(cart, 3)).toMatchObject({ promotions: [{ code: 'ANY' }], discount_total: 1 })
  })

  it('are not requested if nothing depends on them', async () => {
    await service.db.collection('promotions').updateMany({}, { $set: { status: 'inactive' } })
    const cart = await newCart()
    await join()
    expect(await quantityOf(cart, 2)).toMatchObject({ customer: { groups: [] } })
    await leave()
  })
})
