import {
  createPricePreference,
  deletePricePreference,
  getPricePreference,
  listPricePreferences,
  type Operation,
  quote,
  updatePricePreference,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { type CallOptions, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { actorsOf } from '../../../test/actors.ts'
import { aPrice, aProduct, memberOf, records } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
let names = 0
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

const aValue = () => `region-${++names}`
const send = <O extends Operation>(operation: O, id: string, options: CallOptions<O> = {}) =>
  actorsOf(service).admin(operation, { params: { id } as never, ...options })
const create = (body: object, options: object = {}) =>
  actorsOf(service).admin(createPricePreference, { body: { attribute: 'region_id', ...body }, ...options })
const created = async (body: object = {}) => (await create({ value: aValue(), ...body })).body.price_preference
const list = async (query: string) => (await actorsOf(service).admin(listPricePreferences, { query })).body
const unknown = (id: string) => [404, 'not_found', `Price preference with id: ${id} not found`]

describe('create-price-preference', () => {
  it('creates a tax-exclusive preference by default', async () => {
    const value = aValue()
    const { status, body, etag } = await create({ value })
    const { id, created_at } = body.price_preference
    const dates = { created_at, updated_at: created_at, deleted_at: null }
    expect({ status, etag, body }).toEqual({
      status: 200,
      etag: '"1"',
      body: { price_preference: { id, attribute: 'region_id', value, is_tax_inclusive: false, ...dates } },
    })
    expect(id).toMatch(/^prpref_[0-9A-Z]{26}$/)
    expect((await created({ is_tax_inclusive: true })).is_tax_inclusive).toBe(true)
  })

  it('creates one preference for concurrent and repeated requests with the same value', async () => {
    const value = aValue()
    const op_id = mintOpId(Date.now())
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => create({ value }, { op_id })),
      ...[1, 2, 3, 4, 5].map(() => create({ value })),
    ])
    const made = new Set(answers.flatMap(({ status, body }) => (status === 200 ? body.price_preference.id : [])))
    expect(made.size).toBe(1)
    const taken = `Price preference with attribute: region_id, value: ${value}, already exists.`
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(refusal(answer)).toEqual([400, 'invalid_data', taken])

    await send(deletePricePreference, [...made][0]!)
    expect((await create({ value })).status).toBe(200)
  })

  it.each([
    [{}, "Field 'value' is required"],
    [{ value: 'a', is_tax_inclusive: 'yes' }, "Expected type: 'boolean' for field 'is_tax_inclusive', got: 'yes'"],
    [{ value: 'a', foo: 1 }, "Unrecognized fields: 'foo'"],
  ])('rejects %j', async (body, text) => {
    expect(refusal(await create(body))).toEqual([400, 'invalid_data', `Invalid request: ${text}`])
  })
})

describe('get-, update- and delete-price-preference', () => {
  it('return, update and delete a price preference', async () => {
    const before = await created({ is_tax_inclusive: true })
    const { id } = before
    expect((await send(getPricePreference, id)).body).toEqual({ price_preference: before })
    const value = aValue()
    const changed = await send(updatePricePreference, id, { body: { value, is_tax_inclusive: false } })
    expect({ ...changed.body.price_preference, updated_at: 0 }).toEqual({
      ...before,
      value,
      is_tax_inclusive: false,
      updated_at: 0,
    })
    expect(changed.etag).toBe('"2"')
    expect((await send(updatePricePreference, id, { body: {} })).etag).toBe('"2"')

    const deleted = await send(deletePricePreference, id)
    expect({ status: deleted.status, body: deleted.body }).toEqual({
      status: 200,
      body: { id, object: 'price_preference', deleted: true },
    })
    expect(refusal(await send(getPricePreference, id))).toEqual(unknown(id))
    expect(refusal(await send(updatePricePreference, id, { body: {} }))).toEqual(unknown(id))
    expect((await send(deletePricePreference, id)).status).toBe(200)
  })

  it('reject another revision and a value that is already used', async () => {
    const [one, other] = [await created(), await created()]
    expect((await send(updatePricePreference, one.id, { body: {}, if_match: '"7"' })).status).toBe(412)
    expect((await send(deletePricePreference, one.id, { if_match: '"7"' })).status).toBe(412)
    const taken = await send(updatePricePreference, one.id, { body: { value: other.value } })
    expect(refusal(taken)[2]).toBe(`Price preference with attribute: region_id, value: ${other.value}, already exists.`)
  })
})

describe('list-price-preferences', () => {
  it('finds by attribute, value and search words, 300 per page', async () => {
    const [one, other] = [await created(), await created()]
    expect(await list('')).toMatchObject({ offset: 0, limit: 300 })
    const found = await list(`attribute=region_id&value[0]=${one.value}&value[1]=${other.value}`)
    expect(found).toMatchObject({ count: 2, price_preferences: [one, other] })
    expect((await list(`q=${other.value}`)).price_preferences).toContainEqual(other)
    expect((await list('attribute=nothing')).count).toBe(0)
  })

  it('uses an index for every query', async () => {
    const { filters, orders, search } = queriesOf(listPricePreferences)
    const ask = async () => {
      for (const query of [...filters, ...orders, ...search]) expect(await list(query)).toHaveProperty('count')
    }
    expect(await unindexed(service.db, await plansOf(service.db, ask))).toEqual([])
  })
})

it('price preferences determine whether prices include taxes, soon after a change at every replica', async () => {
  await insertMissing(service.db, { ...records, products: [aProduct()], prices: [aPrice()] })
  const other = await startPricing(service.servers)
  const body = {
    ...{ region_id: 'reg_eu', currency_code: null, sales_channel_id: 'sc_1', customer: null },
    ...{ tax_address: { country_code: 'de', province: null }, shipping_option_ids: [] },
    items: [{ variant_id: 'variant_1', quantity: 1 }],
  }
  const SOON = { timeout: 10_000 } // preferences are cached for a second
  const quoted = async (replica: string) => {
    const answer = await service.send(quote, { body, replica })
    return answer.body.items?.[0].is_tax_inclusive
  }
  const replicas = [service.id, other.id]
  for (const replica of replicas) expect(await quoted(replica)).toBe(false)

  const { id } = await created({ attribute: 'currency_code', value: 'eur', is_tax_inclusive: true })
  for (const replica of replicas) await vi.waitFor(async () => expect(await quoted(replica)).toBe(true), SOON)
  await send(deletePricePreference, id)
  for (const replica of replicas) await vi.waitFor(async () => expect(await quoted(replica)).toBe(false), SOON)
  await other.leave()
})

it.each([listPricePreferences, createPricePreference, getPricePreference, updatePricePreference, deletePricePreference])(
  '$name is available to administrators only',
  async (operation) => {
    const options = { params: { id: 'prpref_1' } as never, body: {}, actor: memberOf('sel_1') }
    expect((await service.send(operation as Operation, options)).status).toBe(401)
  },
)
