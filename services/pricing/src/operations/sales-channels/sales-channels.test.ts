import {
  createSalesChannel,
  createStockLocation,
  deleteSalesChannel,
  getProduct,
  getSalesChannel,
  listSalesChannels,
  manageSalesChannelProducts,
  manageStockLocationSalesChannels,
  type Operation,
  quote,
  updateSalesChannel,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aName, asAdmin } from '../../../test/as-admin.ts'
import { aPrice, aProduct, aVariant, memberOf, records } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
const send = asAdmin(() => service)

beforeAll(async () => {
  service = await startPricing()
  await insertMissing(service.db, records)
})
afterAll(() => service.stop())

const created = async (body: object = {}) =>
  (await send(createSalesChannel, undefined, { body: { name: aName('Channel'), ...body } })).body.sales_channel
const shown = async (id: string, query = '') => (await send(getSalesChannel, id, { query })).body.sales_channel
const list = async (query = '') => (await send(listSalesChannels, undefined, { query })).body
const idsOf = (body: { sales_channels: { id: string }[] }) => body.sales_channels.map(({ id }) => id)

describe('a sales channel', () => {
  it('is created from the given fields and defaults', async () => {
    const { status, body, etag } = await send(createSalesChannel, undefined, { body: { name: 'Mobile' } })
    const { id, created_at } = body.sales_channel
    expect({ status, etag }).toEqual({ status: 200, etag: '"1"' })
    expect(body.sales_channel).toEqual({
      id: expect.stringMatching(/^sc_[0-9A-Z]{26}$/),
      name: 'Mobile',
      description: null,
      is_disabled: false,
      metadata: null,
      created_at,
      updated_at: created_at,
      deleted_at: null,
    })
    expect(await shown(id)).toEqual(body.sales_channel)
    expect(await created({ is_disabled: true, description: 'd', metadata: { a: 1 } })).toMatchObject({
      is_disabled: true,
      description: 'd',
      metadata: { a: 1 },
    })
  })

  it('is created once for a repeated op-id', async () => {
    const options = { op_id: mintOpId(Date.now()), body: { name: aName('Channel') } }
    const answers = await Promise.all([1, 2, 3].map(() => send(createSalesChannel, undefined, options)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })

  it.each([
    [{}, "Invalid request: Field 'name' is required"],
    [{ name: 'a', foo: 1 }, "Invalid request: Unrecognized fields: 'foo'"],
    [{ name: 'a', is_disabled: 1 }, "Invalid request: Expected type: 'boolean' for field 'is_disabled', got: '1'"],
  ])('is not created from %j', async (body, text) => {
    expect(refusal(await send(createSalesChannel, undefined, { body }))).toEqual([400, 'invalid_data', text])
  })

  it('is updated, unless If-Match names another revision', async () => {
    const { id } = await created()
    const changed = await send(updateSalesChannel, id, { body: { name: 'New', is_disabled: true } })
    expect([changed.etag, changed.body.sales_channel]).toMatchObject(['"2"', { name: 'New', is_disabled: true }])
    expect((await send(updateSalesChannel, id, { body: { name: 'x' }, if_match: '"1"' })).status).toBe(412)
  })

  it('keeps all of several concurrent updates', async () => {
    const { id } = await created()
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => send(updateSalesChannel, id, { body: { metadata: { [`k${n}`]: n } } })),
    )
    expect(Object.keys((await shown(id)).metadata)).toHaveLength(12)
  })

  it('is deleted, and then unknown, even to stock locations', async () => {
    const [one, other] = [await created(), await created()]
    const { stock_location } = (await send(createStockLocation, undefined, { body: { name: aName('Location') } })).body
    const link = { body: { add: [one.id, other.id] }, query: 'fields=sales_channels.id' }
    const linked = await send(manageStockLocationSalesChannels, stock_location.id, link)
    expect(linked.body.stock_location.sales_channels).toHaveLength(2)
    expect((await shown(one.id, 'fields=*stock_locations')).stock_locations).toMatchObject([{ id: stock_location.id }])

    const { body } = await send(deleteSalesChannel, one.id)
    expect(body).toEqual({ id: one.id, object: 'sales-channel', deleted: true })
    expect(refusal(await send(getSalesChannel, one.id))).toEqual([404, 'not_found', `Sales channel with id: ${one.id} not found`])
    expect(refusal(await send(updateSalesChannel, one.id, { body: {} }))).toEqual([
      404,
      'not_found',
      `Sales channel with id "${one.id}" not found`,
    ])
    const left = await send(manageStockLocationSalesChannels, stock_location.id, { ...link, body: {} })
    expect(left.body.stock_location.sales_channels).toEqual([{ id: other.id }])
    expect((await send(deleteSalesChannel, one.id)).status).toBe(200)
  })
})

describe('manage-sales-channel-products', () => {
  const QUOTE = { region_id: 'reg_eu', currency_code: null, customer: null, tax_address: { country_code: null, province: null } }
  const quoted = (id: string, variant_id: string) =>
    service.send(quote, {
      body: { ...QUOTE, sales_channel_id: id, items: [{ variant_id, quantity: 1 }], shipping_option_ids: [] },
    })

  it('immediately determines what quotes sell in the channel', async () => {
    await insertMissing(service.db, {
      products: [aProduct({ id: 'prod_sold', variants: [aVariant({ id: 'variant_sold' })] })],
      prices: [aPrice({ id: 'price_sold', variant_id: 'variant_sold' })],
    })
    const { id } = await created()
    expect((await quoted(id, 'variant_sold')).status).toBe(400)

    const { status, body, etag } = await send(manageSalesChannelProducts, id, { body: { add: ['prod_sold'] } })
    expect({ status, etag, id: body.sales_channel.id }).toEqual({ status: 200, etag: '"1"', id })
    expect((await quoted(id, 'variant_sold')).status).toBe(200)
    await send(manageSalesChannelProducts, id, { body: { remove: ['prod_sold'] } })
    expect((await quoted(id, 'variant_sold')).status).toBe(400)
  })

  it('adds the channel to its products immediately, until the channel is deleted', async () => {
    await insertMissing(service.db, { products: [aProduct({ id: 'prod_shown', sales_channel_ids: [] })] })
    const shown = async () => {
      const { body } = await send(getProduct, 'prod_shown')
      return body.product.sales_channels.map((channel: { id: string }) => channel.id)
    }
    expect(await shown()).toEqual([])
    const { id } = await created()
    await send(manageSalesChannelProducts, id, { body: { add: ['prod_shown'] } })
    expect(await shown()).toEqual([id])
    await send(deleteSalesChannel, id)
    expect(await shown()).toEqual([])
  })

  it('changes nothing for unknown products or channels', async () => {
    const { id } = await created()
    expect(refusal(await send(manageSalesChannelProducts, id, { body: { add: ['prod_none'] } }))).toEqual([
      404,
      'not_found',
      'Products with ids: prod_none was not found',
    ])
    expect((await send(manageSalesChannelProducts, 'sc_none', { body: {} })).status).toBe(404)
    expect((await send(manageSalesChannelProducts, id, { body: { remove: ['prod_none'] } })).status).toBe(200)
  })

  it('adds one product to several channels concurrently', async () => {
    await insertMissing(service.db, {
      products: [aProduct({ id: 'prod_many', sales_channel_ids: [], variants: [aVariant({ id: 'variant_many' })] })],
    })
    const channels = await Promise.all(Array.from({ length: 8 }, () => created()))
    await Promise.all(channels.map(({ id }) => send(manageSalesChannelProducts, id, { body: { add: ['prod_many'] } })))
    const stored = await service.db
      .collection<{ _id: string; sales_channel_ids: string[] }>('products')
      .findOne({ _id: 'prod_many' })
    expect(stored!.sales_channel_ids.toSorted()).toEqual(channels.map(({ id }) => id).toSorted())
  })
})

describe('list-sales-channels', () => {
  it('paginates, filters and searches, oldest first', async () => {
    const [one, two] = [await created({ name: 'Zebra 1', description: 'to fetch' }), await created({ name: 'Zebra 2' })]
    expect(await list('q=zebra')).toMatchObject({
      count: 2,
      offset: 0,
      limit: 20,
      sales_channels: [{ id: one.id }, { id: two.id }],
    })
    expect(idsOf(await list('q=etch'))).toEqual([one.id])
    expect(idsOf(await list('name=Zebra 2'))).toEqual([two.id])
    expect(idsOf(await list('q=zebra&order=-name&limit=1&fields=id'))).toEqual([two.id])
    for (const order of ['-description', 'is_disabled'])
      expect(idsOf(await list(`q=zebra&order=${order}`))).toEqual([one.id, two.id])
  })

  it('finds the channels of a stock location', async () => {
    const { id } = await created()
    const { stock_location } = (await send(createStockLocation, undefined, { body: { name: aName('Location') } })).body
    await send(manageStockLocationSalesChannels, stock_location.id, { body: { add: [id] } })
    expect(idsOf(await list(`location_id=${stock_location.id}`))).toEqual([id])
    expect(idsOf(await list('location_id=sloc_none'))).toEqual([])
  })
})

it.each([
  listSalesChannels,
  createSalesChannel,
  getSalesChannel,
  updateSalesChannel,
  deleteSalesChannel,
  getProduct,
  manageSalesChannelProducts,
])('$name is available to administrators only', async (operation: Operation) => {
  const options = { params: { id: 'sc_1' } as never, body: {}, actor: memberOf('sel_1') }
  expect((await service.send(operation, options)).status).toBe(401)
})
