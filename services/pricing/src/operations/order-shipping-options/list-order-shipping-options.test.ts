import { listOrderShippingOptions } from '@souk/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { anItem } from '../../../../orders/test/builders.ts'
import { anOrderRecord } from '../../../../orders/test/records.ts'
import { records } from '../../../test/builders.ts'
import { startShop } from '../../../test/service.ts'
import { shippingWorld } from '../../../test/shipping-world.ts'

let shop: Awaited<ReturnType<typeof startShop>>
const { admin, aChannel, anOption, aProductIn } = shippingWorld(() => shop)
beforeAll(async () => {
  shop = await startShop()
  await insertMissing(shop.db, { ...records, shipping_options: [] })
})
afterAll(() => shop.stop())

const rule = { attribute: 'enabled_in_store', operator: 'eq', value: 'false' }
const toGermany = (postal_code = '10115') => ({ ...anOrderRecord().shipping_address!, country_code: 'de', postal_code })

async function anOrder(sales_channel_id: string | null, overrides: Parameters<typeof anOrderRecord>[0] = {}) {
  const order = anOrderRecord({ shipping_address: toGermany(), items: [], ...overrides, sales_channel_id })
  await insertMissing(shop.orders.db, { orders: [order] })
  return order.id
}
const ask = (id: string, query = '') => admin(listOrderShippingOptions, id, { query })
const namesOf = async (id: string) => (await ask(id)).body.shipping_options.map(({ name }: { name: string }) => name)

it('shows where an option ships from, and no price', async () => {
  const { channel, zone, set, location } = await aChannel()
  const { id } = await anOption(zone, { name: 'Parcel', data: { carrier: 'post' }, rules: [rule] })
  const order = await anOrder(channel)

  const { status, body } = await ask(order)

  expect(status).toBe(200)
  const { name } = (await shop.deps.stockLocations.get(location, Date.now() + 5000)).record
  expect(body.shipping_options).toEqual([
    {
      id,
      name: 'Parcel',
      price_type: 'flat',
      service_zone_id: zone,
      shipping_profile_id: expect.stringMatching(/^sp_/),
      provider_id: 'manual_manual',
      data: { carrier: 'post' },
      service_zone: {
        id: zone,
        fulfillment_set_id: set,
        fulfillment_set: {
          id: set,
          type: 'shipping',
          location: { id: location, name, address: expect.objectContaining({ address_1: 'Quay 1', country_code: 'de' }) },
        },
      },
      type: { id: expect.stringMatching(/^sotype_/), label: 'Slow', description: 'By hand', code: 'slow' },
      provider: { id: 'manual_manual', is_enabled: true },
      rules: [{ id: expect.stringMatching(/^sorul_/), ...rule }],
      insufficient_inventory: false,
    },
  ])
  expect((await ask(order, 'fields=id')).body.shipping_options).toEqual([{ id }])
})

it('lists the options of the channel that reach the address, regardless of their rules', async () => {
  const germany = { type: 'country', country_code: 'de' }
  const [here, elsewhere] = [await aChannel({ geo_zones: [germany] }), await aChannel()]
  await anOption(here.zone, { name: 'Here', rules: [{ attribute: 'is_return', operator: 'eq', value: 'true' }] })
  await anOption(elsewhere.zone, { name: 'Elsewhere' })
  expect(await namesOf(await anOrder(here.channel))).toEqual(['Here'])
  const toFrance = { ...toGermany(), country_code: 'fr' }
  expect(await namesOf(await anOrder(here.channel, { shipping_address: toFrance }))).toEqual([])
  expect(await namesOf(await anOrder(here.channel, { shipping_address: null }))).toEqual(['Here'])
  expect(await namesOf(await anOrder('sc_unserved'))).toEqual([])
})

it('marks options whose location lacks the goods', async () => {
  const { channel, zones, locations } = await aChannel({ locations: 2 })
  for (const [at, zone] of zones.entries()) await anOption(zone, { name: `From ${at}` })
  const levels = locations.map((location_id, at) => ({ location_id, stocked_quantity: at + 1 }))
  const variant_id = await aProductIn(channel, 10, { stock: levels })
  const backordered = await aProductIn(channel, 10, { stock: levels, variant: { allow_backorder: true } })
  const lacking = async (quantity: number, variant_id: string) => {
    const { body } = await ask(await anOrder(channel, { items: [anItem({ variant_id, quantity })] }))
    return body.shipping_options.map((option: { insufficient_inventory: boolean }) => option.insufficient_inventory)
  }
  for (const id of [variant_id, backordered])
    expect([await lacking(1, id), await lacking(2, id), await lacking(3, id)]).toEqual([
      [false, false],
      [true, false],
      [true, true],
    ])
})

it('rejects unknown orders, orders without channel or region, and unknown query parameters', async () => {
  const refusal = async (id: string, query = '') => {
    const { status, body } = await ask(id, query)
    return [status, body.message]
  }
  expect(await refusal('order_none')).toEqual([404, 'Order id not found: order_none'])
  const missing = (fields: string) => [400, `Field(s) are required to have value to continue - ${fields}`]
  expect(await refusal(await anOrder(null))).toEqual(missing('sales_channel_id'))
  expect(await refusal(await anOrder('sc_1', { region_id: null }))).toEqual(missing('region_id'))
  expect(await refusal(await anOrder(null, { region_id: null }))).toEqual(missing('sales_channel_id, region_id'))
  expect((await refusal(await anOrder('sc_1'), 'limit=1'))[0]).toBe(400)
})
