import { listReturnShippingOptions, type StorefrontActor } from '@souk/contracts'
import { plansOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { anItem } from '../../../../orders/test/builders.ts'
import { anOrderRecord } from '../../../../orders/test/records.ts'
import { ADMIN } from '../../../test/actors.ts'
import { memberOf, records } from '../../../test/builders.ts'
import { isLookedAtMeanwhile } from '../../../test/looked-at-meanwhile.ts'
import { startShop } from '../../../test/service.ts'
import { shippingWorld } from '../../../test/shipping-world.ts'

let shop: Awaited<ReturnType<typeof startShop>>
const { aChannel, anOption, aProductIn, actorOf } = shippingWorld(() => shop)
beforeAll(async () => {
  shop = await startShop()
  await insertMissing(shop.db, { ...records, price_preferences: [], shipping_options: [] })
})
afterAll(() => shop.stop())

const RETURNS = { rules: [{ attribute: 'is_return', operator: 'eq', value: 'true' }] }
const customer = (channel: string): StorefrontActor => ({ ...actorOf(channel), customer_id: 'cus_1' })
const toGermany = { ...anOrderRecord().shipping_address!, country_code: 'de' }

let made = 0
async function anOrder(sales_channel_id: string | null, overrides: Parameters<typeof anOrderRecord>[0] = {}) {
  const placed = { region_id: 'reg_eu', currency_code: 'eur', customer_id: 'cus_1', seller_id: 'sel_a' }
  const id = `order_back_${++made}`
  const order = anOrderRecord({ id, shipping_address: toGermany, items: [], ...placed, ...overrides, sales_channel_id })
  await insertMissing(shop.orders.db, { orders: [order] })
  return order.id
}
const ask = (channel: string, order_id: string, query = '', actor: object = customer(channel)) =>
  shop.send(listReturnShippingOptions, { actor: actor as StorefrontActor, query: `order_id=${order_id}&${query}` })
async function offered(channel: string, order_id: string, query = '') {
  const { status, body } = await ask(channel, order_id, query)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.shipping_options
}
const namesOf = async (channel: string, order_id: string) =>
  (await offered(channel, order_id)).map(({ name }: { name: string }) => name)

it('lists return options that reach the address, with prices in the region of the order', async () => {
  const { channel, zone } = await aChannel({ geo_zones: [{ type: 'country', country_code: 'de' }] })
  const prices = [
    { currency_code: 'eur', amount: 5 },
    { region_id: 'reg_eu', amount: 4 },
    { currency_code: 'eur', amount: 0, rules: [{ attribute: 'item_total', operator: 'gte', value: 0 }] },
  ]
  const { id } = await anOption(zone, { name: 'Back', ...RETURNS, prices })
  await anOption(zone, { name: 'There', rules: [{ attribute: 'is_return', operator: 'eq', value: 'false' }] })
  const order = await anOrder(channel)
  const [option, ...others] = await offered(channel, order)
  expect(others).toEqual([])
  expect(option).toMatchObject({
    id,
    name: 'Back',
    amount: 4,
    calculated_price: { calculated_amount: 4 },
    is_tax_inclusive: false,
  })
  expect(listReturnShippingOptions.response.shape.shipping_options.element.partial().safeParse(option).error).toBeUndefined()
  expect(await offered(channel, order, 'limit=1&offset=1&order=name')).toHaveLength(1)
  expect((await offered(channel, order, 'fields=-prices'))[0]).not.toHaveProperty('prices')
  const toFrance = { ...toGermany, country_code: 'fr' }
  expect(await namesOf(channel, await anOrder(channel, { shipping_address: toFrance }))).toEqual([])
  expect(await namesOf(channel, await anOrder(null))).toEqual([])
})

it('lists options of the order’s seller and of the marketplace', async () => {
  const { channel, zone } = await aChannel()
  const [, own, foreign] = [
    await anOption(zone, { name: 'Market', ...RETURNS }),
    await anOption(zone, { name: 'Own', ...RETURNS }),
    await anOption(zone, { name: 'Foreign', ...RETURNS }),
  ]
  for (const [id, seller_id] of [[own.id, 'sel_a'] as const, [foreign.id, 'sel_b'] as const])
    await shop.db.collection<{ _id: string }>('shipping_options').updateOne({ _id: id }, { $set: { seller_id } })
  const order = await anOrder(channel)
  expect(await namesOf(channel, order)).toEqual(['Market', 'Own'])
  expect(await offered(channel, order)).toMatchObject([
    { seller_id: null, seller_name: null },
    { seller_id: 'sel_a', seller_name: null }, // a seller that is unknown here
  ])
  expect(await namesOf(channel, await anOrder(channel, { seller_id: null }))).toEqual(['Market'])
})

it('marks options whose location lacks the goods of the order', async () => {
  const { channel, zone, location } = await aChannel()
  await anOption(zone, RETURNS)
  const variant_id = await aProductIn(channel, 10, { stock: [{ location_id: location, stocked_quantity: 1 }] })
  const lacks = async (quantity: number) =>
    (await offered(channel, await anOrder(channel, { items: [anItem({ variant_id, quantity })] })))[0].insufficient_inventory
  expect([await lacks(1), await lacks(2)]).toEqual([false, true])
})

it('returns 404 for draft, deleted, unknown and other customers’ orders, and rejects guests', async () => {
  const { channel } = await aChannel()
  const orders = [
    await anOrder(channel, { customer_id: 'cus_2' }),
    await anOrder(channel, { customer_id: null }),
    await anOrder(channel, { is_draft_order: true }),
    await anOrder(channel, { deleted_at: '2026-02-02T00:00:00.000Z' }),
  ]
  for (const id of [...orders, 'order_none'])
    expect(refusal(await ask(channel, id))).toEqual([404, 'not_found', `Order id not found: ${id}`])
  const order = await anOrder(channel)
  for (const actor of [actorOf(channel), ADMIN, memberOf('sel_a')])
    expect((await ask(channel, order, '', actor)).status).toBe(401)
  const { status, body } = await shop.send(listReturnShippingOptions, { actor: customer(channel), query: '' })
  expect([status, body.message]).toEqual([400, "Invalid request: Field 'order_id' is required"])
  expect((await ask(channel, order, 'foo=1')).status).toBe(400)
})

it('reads each collection once, using an index', async () => {
  const { channel, zone } = await aChannel()
  await anOption(zone, RETURNS)
  const order = await anOrder(channel)
  const plans = (await plansOf(shop.db, () => ask(channel, order))).filter((query) => !isLookedAtMeanwhile(query))
  const collections = plans.map(({ ns }) => ns.split('.').at(-1))
  expect(new Set(collections).size).toBe(collections.length)
  expect(await unindexed(shop.db, plans)).toEqual([])
})
