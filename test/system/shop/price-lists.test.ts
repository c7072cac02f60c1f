import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids } from '../../../tools/seed/ids.ts'
import { logIn } from '../medusa.ts'
import { succeed } from '../succeed.ts'
import { type System, startSystem } from '../system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

/** The price of one unit in a new cart. */
async function unitPrice(): Promise<number> {
  const items = [{ variant_id: ids.variant, quantity: 1 }]
  const { body, text } = await system.http('POST', '/store/carts', { body: { region_id: ids.region, items } })
  expect(body.cart, text).toBeDefined()
  return body.cart.items[0].unit_price
}
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

it('a seller creates a price list, uses, changes and ends it', async () => {
  const before = await unitPrice()
  const send = (method: string, path: string, body?: object) => succeed(system, method, path, body)
  const price = { variant_id: ids.variant, currency_code: 'eur', amount: 1.5 }
  const { price_list } = await send('POST', '/vendor/price-lists', { title: 'Clearance', description: 'All must go' })
  const path = `/vendor/price-lists/${price_list.id}`

  const { id: price_id } = (await send('POST', `${path}/prices`, price)).price_list.prices[0]
  expect(await unitPrice()).toBe(before)
  await send('POST', path, { status: 'active', starts_at: daysFromNow(1) })
  expect(await unitPrice()).toBe(before)
  await send('POST', path, { starts_at: daysFromNow(-1), ends_at: daysFromNow(1) })
  expect(await unitPrice()).toBe(1.5)

  await send('POST', `${path}/products`, {
    create: [{ ...price, variant_id: ids.second_variant }],
    update: [{ id: price_id, variant_id: ids.variant, amount: 1.25 }],
  })
  expect(await unitPrice()).toBe(1.25)
  const { products, count } = await send('GET', `${path}/products`)
  expect([products[0].id, count]).toEqual([ids.product, 1])

  await send('POST', path, { ends_at: daysFromNow(-0.5) })
  expect(await unitPrice()).toBe(before)
  await send('POST', path, { ends_at: null })
  expect(await unitPrice()).toBe(1.25)
  await send('DELETE', `${path}/prices/${price_id}`)
  expect(await unitPrice()).toBe(before)
  await send('POST', `${path}/prices`, price)
  expect(await unitPrice()).toBe(1.5)
  await send('POST', `${path}/products`, { remove: [ids.product] })
  expect((await send('GET', path)).price_list.prices).toEqual([])

  await send('POST', `${path}/prices`, price)
  expect(await send('DELETE', path)).toEqual({ id: price_list.id, object: 'price_list', deleted: true })
  expect(await unitPrice()).toBe(before)
})

it('an administrator does so with the Medusa JS SDK', async () => {
  const { admin } = await logIn(system)
  const before = await unitPrice()

  const { price_list } = await admin.priceList.create({
    title: 'Anniversary',
    description: 'Ten years',
    type: 'override',
    status: 'active',
  })
  const { created } = await admin.priceList.batchPrices(price_list.id, {
    create: [{ variant_id: ids.variant, currency_code: 'eur', amount: before + 10 }],
  })
  expect(await unitPrice()).toBe(before + 10)
  expect((await admin.priceList.list({ q: 'anniv' })).price_lists).toMatchObject([{ id: price_list.id, type: 'override' }])
  expect((await admin.priceList.retrieve(price_list.id, { fields: '*prices' })).price_list.prices).toHaveLength(1)

  await admin.priceList.batchPrices(price_list.id, {
    update: [{ id: created[0]!.id, variant_id: ids.variant, amount: before + 20 }],
    create: [{ variant_id: ids.second_variant, currency_code: 'eur', amount: 1 }],
  })
  expect(await unitPrice()).toBe(before + 20)
  await admin.priceList.linkProducts(price_list.id, { remove: [ids.product] })
  expect(await unitPrice()).toBe(before)
  expect((await admin.priceList.update(price_list.id, { status: 'draft' })).price_list.status).toBe('draft')
  expect(await admin.priceList.delete(price_list.id)).toEqual({ id: price_list.id, object: 'price_list', deleted: true })
})
