import {
  batchShippingOptionRules,
  createServiceZone,
  createShippingOption,
  createShippingOptionType,
  createShippingProfile,
  createStockLocation,
  createStockLocationFulfillmentSet,
  deleteFulfillmentSet,
  deleteServiceZone,
  deleteShippingOption,
  deleteShippingOptionType,
  deleteShippingProfile,
  deleteStockLocation,
  getShippingOption,
  getStockLocation,
  listShippingOptions,
  listShippingOptionTypes,
  manageStockLocationFulfillmentProviders,
  quote,
  quoteShippingOption,
  updateShippingOption,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aName, asAdmin } from '../../../test/as-admin.ts'
import { aPrice, aProduct, records } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
let second: PricingUnderTest
let profile: string
let zone: Zone
const send = asAdmin(() => service)

interface Zone {
  id: string
  location: string
  set: string
}

beforeAll(async () => {
  service = await startPricing()
  second = await startPricing(service.servers)
  await insertMissing(service.db, { ...records, products: [aProduct()], prices: [aPrice()] })
  const body = { name: aName('Profile'), type: 'default' }
  profile = (await send(createShippingProfile, undefined, { body })).body.shipping_profile.id
  zone = await aZone()
})
afterAll(async () => {
  await second.stop()
  await service.stop()
})

async function aZone(): Promise<Zone> {
  const { id: location } = (await send(createStockLocation, undefined, { body: { name: aName('Location') } })).body.stock_location
  await send(manageStockLocationFulfillmentProviders, location, { body: { add: ['manual_manual'] } })
  const options = { body: { name: aName('Set'), type: 'shipping' }, query: 'fields=fulfillment_sets.id' }
  const set = (await send(createStockLocationFulfillmentSet, location, options)).body.stock_location.fulfillment_sets[0].id
  const { fulfillment_set } = (await send(createServiceZone, set, { body: { name: aName('Zone') } })).body
  return { id: fulfillment_set.service_zones[0].id, location, set }
}

const type = { label: 'Test type', description: 'Test description', code: 'test-code' }
const anOption = (overrides: object = {}) => ({
  name: 'Test shipping option',
  service_zone_id: zone.id,
  shipping_profile_id: profile,
  provider_id: 'manual_manual',
  price_type: 'flat',
  type,
  prices: [{ currency_code: 'usd', amount: 1000 }],
  ...overrides,
})
const create = (overrides: object = {}) => send(createShippingOption, undefined, { body: anOption(overrides) as never })
const created = async (overrides: object = {}) => (await create(overrides)).body.shipping_option
const update = (id: string, body: object, options: object = {}) =>
  send(updateShippingOption, id, { body: body as never, ...options })
const list = async (query = '') => (await send(listShippingOptions, undefined, { query })).body
const dates = { created_at: expect.any(String), updated_at: expect.any(String) }
const living = { ...dates, deleted_at: null }
const oldAttribute = { operator: 'eq', attribute: 'old_attr', value: 'old value' }
const cartTotal = (operator: string, value: unknown) => ({ attribute: 'item_total', operator, value })

describe('create-shipping-option', () => {
  it('creates an option that is returned with all its relations', async () => {
    const { id } = await created({
      prices: [
        { currency_code: 'usd', amount: 1000 },
        { currency_code: 'usd', amount: 500, rules: [cartTotal('gte', 100), cartTotal('lte', 200)] },
      ],
    })
    const { body, etag } = await send(getShippingOption, id)
    const price = { currency_code: 'usd', max_quantity: null, min_quantity: null, price_list: null, price_list_id: null }
    const shown = { ...price, id: expect.stringMatching(/^price_/), price_set_id: expect.stringMatching(/^pset_/), title: null }
    expect(etag).toMatch(/^"1-/)
    expect(body.shipping_option).toEqual({
      id: expect.stringMatching(/^so_/),
      name: 'Test shipping option',
      price_type: 'flat',
      prices: [
        { ...shown, ...living, amount: 1000, raw_amount: { precision: 20, value: '1000' }, rules_count: 0, price_rules: [] },
        {
          ...shown,
          ...living,
          amount: 500,
          raw_amount: { precision: 20, value: '500' },
          rules_count: 2,
          price_rules: [
            expect.objectContaining({ attribute: 'item_total', operator: 'gte', value: '100' }),
            expect.objectContaining({ attribute: 'item_total', operator: 'lte', value: '200' }),
          ],
        },
      ],
      provider_id: 'manual_manual',
      provider: { id: 'manual_manual', is_enabled: true, ...living },
      rules: [],
      service_zone_id: zone.id,
      service_zone: {
        id: zone.id,
        name: expect.any(String),
        fulfillment_set: { id: zone.set },
        fulfillment_set_id: zone.set,
        metadata: null,
        ...living,
      },
      shipping_profile_id: profile,
      shipping_profile: { id: profile, metadata: null, name: expect.any(String), type: 'default', ...living },
      type: { ...type, id: expect.stringMatching(/^sotype_/), ...living },
      ...dates,
      data: null,
      metadata: null,
    })
  })

  it('sets regional prices in the region’s currency, and accepts rules, metadata and an existing type', async () => {
    const { shipping_option_type } = (await send(createShippingOptionType, undefined, { body: { label: 'Test', code: 'test' } }))
      .body
    const option = await created({
      type: undefined,
      type_id: shipping_option_type.id,
      metadata: { carrier: 'express' },
      prices: [{ region_id: 'reg_eu', amount: 500, rules: [cartTotal('gt', 200)] }],
      rules: [oldAttribute],
    })
    expect(option).toMatchObject({
      type: { id: shipping_option_type.id },
      metadata: { carrier: 'express' },
      rules: [{ id: expect.stringMatching(/^sorul_/), ...oldAttribute }],
      prices: [
        {
          currency_code: 'eur',
          rules_count: 2,
          price_rules: [
            { attribute: 'region_id', operator: 'eq', value: 'reg_eu' },
            { attribute: 'item_total', operator: 'gt', value: '200' },
          ],
        },
      ],
    })
  })

  it.each([
    [
      { service_zone_id: undefined, shipping_profile_id: undefined, price_type: undefined, provider_id: undefined },
      "Invalid request: Field 'service_zone_id' is required; Field 'shipping_profile_id' is required; Field 'price_type' is required",
    ],
    [{ type: undefined }, "Invalid request: Exactly one of 'type' or 'type_id' must be provided, but not both"],
    [{ type_id: 'test_type_id' }, "Invalid request: Exactly one of 'type' or 'type_id' must be provided, but not both"],
    [
      { prices: [{ region_id: 'reg_none', amount: 1 }] },
      'Cannot create prices for non-existent regions. Region with ids [reg_none] were not found.',
    ],
    [{ rules: [{ ...oldAttribute, operator: 'in' }] }, 'Rule value must be an array for in/nin operators'],
    [
      { rules: [{ ...oldAttribute, value: ['a'] }] },
      'Rule value must be a string, bool, number value for the selected operator eq',
    ],
    [{ rules: [{ ...oldAttribute, value: '' }] }, 'Rule must have an attribute, an operator and a value'],
    [{ price_type: 'calculated' }, 'Cannot calcuate pricing for: [Test shipping option] shipping option(s).'],
    [{ prices: [{ amount: 1 }] }, "Invalid request: Field 'prices, 0, currency_code' is required"],
    [{ prices: [{ currency_code: 'usd' }] }, "Invalid request: Field 'prices, 0, amount' is required"],
    [{ prices: [{ currency_code: 'usd', region_id: 'reg_eu', amount: 1 }] }, 'Invalid request: Invalid input'],
    [{ prices: [{ currency_code: 'usd', amount: 1, foo: 1 }] }, "Invalid request: Unrecognized fields: 'foo'"],
    [{ rules: [{ ...oldAttribute, value: 5 }] }, "Invalid request: Field 'rules, 0, value' is required"],
    [{ rules: [{ attribute: 'a', operator: 'eq' }] }, "Invalid request: Field 'rules, 0, value' is required"],
    [{ prices: [{ currency_code: 'usd', amount: 1, rules: [{ ...cartTotal('gte', 1), attribute: 'other' }] }] }, undefined],
    [
      { prices: [{ currency_code: 'usd', amount: 1, rules: [cartTotal('other', 1)] }] },
      "Invalid request: Field 'prices, 0, rules, 0, operator' is required",
    ],
    [{ prices: [{ currency_code: 'usd', amount: 1, rules: [cartTotal('gt', 'text')] }] }, undefined],
  ])('rejects %j', async (overrides, text) => {
    const { status, body } = await create(overrides)
    expect([status, body.type]).toEqual([400, 'invalid_data'])
    if (text) expect(body.message).toBe(text)
  })

  it.each([
    [
      { shipping_profile_id: 'sp_none' },
      'You tried to set relationship shipping_profile_id: sp_none, but such entity does not exist',
    ],
    [
      { type: undefined, type_id: 'sotype_none' },
      'You tried to set relationship shipping_option_type_id: sotype_none, but such entity does not exist',
    ],
  ])('returns 404 for %j', async (overrides, text) => {
    expect(refusal(await create(overrides))).toEqual([404, 'not_found', text])
  })

  it.each([
    [{ provider_id: 'does-not-exist' }, 'Providers (does-not-exist) are not enabled for the service location'],
    [{ service_zone_id: 'serzo_none' }, 'Providers (manual_manual) are not enabled for the service location'],
  ])('rejects a provider that is not enabled at the location: %j', async (overrides, text) => {
    expect(refusal(await create(overrides))).toEqual([400, 'not_allowed', text])
  })
})

describe('update-shipping-option', () => {
  it('updates the given prices and rules, creates new ones and removes the others', async () => {
    const option = await created({
      prices: [
        { currency_code: 'usd', amount: 1000 },
        { region_id: 'reg_eu', amount: 1000 },
      ],
      rules: [oldAttribute, { ...oldAttribute, attribute: 'old_attr_2' }, { ...oldAttribute, attribute: 'gone' }],
    })
    const [, euro] = option.prices
    const [one, two] = option.rules
    const { body, etag } = await update(option.id, {
      name: 'Updated',
      prices: [
        { currency_code: 'dkk', amount: 10 },
        { id: euro.id, amount: 10000 },
        { currency_code: 'dkk', amount: 5, rules: [cartTotal('gt', 200)] },
      ],
      rules: [
        { id: one.id, ...oldAttribute },
        { id: two.id, ...oldAttribute, attribute: 'old_attr_2', value: 'false' },
        { ...oldAttribute, attribute: 'new_attr' },
      ],
    })
    expect(etag).toMatch(/^"2-/)
    expect(body.shipping_option).toMatchObject({
      name: 'Updated',
      type,
      prices: [
        { currency_code: 'dkk', amount: 10, rules_count: 0 },
        { id: euro.id, currency_code: 'eur', amount: 10000, rules_count: 1 },
        { currency_code: 'dkk', amount: 5, rules_count: 1, price_rules: [{ operator: 'gt', value: '200' }] },
      ],
      rules: [{ id: one.id, value: 'old value' }, { id: two.id, value: 'false' }, { attribute: 'new_attr' }],
    })
  })

  it('keeps the rules of a price that is named by its id without currency, region and rules, and no others', async () => {
    const rules = [cartTotal('gt', 100)]
    const priced = () => created({ prices: [{ currency_code: 'usd', amount: 5, rules }] })
    const after = async (change: object) => {
      const { id, prices } = await priced()
      const { body } = await update(id, { prices: [{ id: prices[0].id, amount: 7, ...change }] })
      const [{ price_rules, ...price }] = body.shipping_option.prices
      return [
        price.currency_code,
        price.amount,
        price.rules_count,
        price_rules.map((one: { attribute: string }) => one.attribute),
      ]
    }
    expect(await after({})).toEqual(['usd', 7, 1, ['item_total']])
    expect(await after({ currency_code: 'usd' })).toEqual(['usd', 7, 0, []])
    expect(await after({ region_id: 'reg_eu' })).toEqual(['eur', 7, 1, ['region_id']])
    expect(await after({ currency_code: 'usd', rules })).toEqual(['usd', 7, 1, ['item_total']])
  })

  it('is refused while the provider is not enabled at the location, except for what was carried out before', async () => {
    const place = await aZone()
    const { id } = await created({ service_zone_id: place.id })
    const op_id = mintOpId(Date.now())
    expect((await update(id, { name: 'First' }, { op_id })).status).toBe(200)
    await send(manageStockLocationFulfillmentProviders, place.location, { body: { remove: ['manual_manual'] } })

    const { count } = (await send(listShippingOptionTypes, undefined, { query: 'limit=1' })).body
    for (const body of [{ name: 'Second' }, { type }, { prices: [] }])
      expect(refusal(await update(id, body))).toEqual([
        400,
        'not_allowed',
        'Providers (manual_manual) are not enabled for the service location',
      ])
    expect((await send(listShippingOptionTypes, undefined, { query: 'limit=1' })).body.count).toBe(count)
    expect((await update(id, { name: 'First' }, { op_id, contested: true })).body.shipping_option).toMatchObject({
      name: 'First',
    })
  })

  it('keeps the last of several prices with the same currency, region and rules', async () => {
    const prices = [
      { currency_code: 'usd', amount: 1 },
      { region_id: 'reg_eu', amount: 2 },
      { currency_code: 'usd', amount: 3 },
      { currency_code: 'usd', amount: 4, rules: [cartTotal('gt', 5), cartTotal('lt', 9)] },
      { region_id: 'reg_eu', amount: 5 },
      { currency_code: 'usd', amount: 6, rules: [cartTotal('lt', 9), cartTotal('gt', 5)] },
      { currency_code: 'usd', amount: 7, rules: [cartTotal('gt', 6)] },
      { currency_code: 'eur', amount: 8 },
    ]
    const amountsOf = (option: { prices: { amount: number }[] }) => option.prices.map(({ amount }) => amount).toSorted()
    const option = await created({ prices })
    expect(amountsOf(option)).toEqual([3, 5, 6, 7, 8])
    expect(amountsOf((await update(option.id, { prices: prices.slice(0, 3) })).body.shipping_option)).toEqual([2, 3])
  })

  it('keeps absent fields', async () => {
    const option = await created({ rules: [oldAttribute] })
    const { body } = await update(option.id, { name: 'Updated' })
    expect(body.shipping_option).toEqual({ ...option, name: 'Updated', updated_at: expect.any(String) })
    expect((await update(option.id, { name: 'x' }, { if_match: '"1"' })).status).toBe(412)
  })

  it.each([
    [{ provider_id: 'another' }, [400, 'not_allowed', 'Providers (another) are not enabled for the service location']],
    [{ type, type_id: 'a' }, [400, 'invalid_data', "Invalid request: Only one of 'type' or 'type_id' can be provided"]],
    [{ prices: [{ id: 'price_none', amount: 1 }] }, [400, 'invalid_data', 'Price with id: price_none was not found']],
  ])('rejects %j', async (body, expected) => {
    expect(refusal(await update((await created()).id, body))).toEqual(expected)
  })

  it('rejects prices and rules that are named twice', async () => {
    const { id, prices, rules } = await created({ rules: [oldAttribute] })
    const price = { id: prices[0].id }
    const twice = {
      prices: [
        { ...price, amount: 5 },
        { ...price, currency_code: 'dkk' },
      ],
    }
    expect(refusal(await update(id, twice))).toEqual([400, 'invalid_data', `Price with id: ${price.id} is named more than once`])
    const both = ['a', 'b'].map((value) => ({ ...oldAttribute, id: rules[0].id, value }))
    const text = `Shipping option rule with id: ${rules[0].id} is named more than once`
    expect(refusal(await update(id, { rules: both }))).toEqual([400, 'invalid_data', text])
    const batch = await send(batchShippingOptionRules, id, { body: { update: both } as never })
    expect(refusal(batch)).toEqual([400, 'invalid_data', text])
    expect((await send(getShippingOption, id)).body.shipping_option).toMatchObject({ prices, rules })
  })

  it('merges provider data like Medusa, within the size limit, keeping concurrent changes', async () => {
    const { id } = await created({ data: { carrier: 'post', box: { size: 'S', tags: ['a', 'b'] }, gone: 1 } })
    const dataAfter = async (data: object) => (await update(id, { data })).body.shipping_option.data
    expect(await dataAfter({ express: true, box: { tags: ['c'], weight: { kg: 2 } }, gone: null })).toEqual({
      carrier: 'post',
      box: { size: 'S', tags: ['c'], weight: { kg: 2 } },
      gone: null,
      express: true,
    })
    expect(await dataAfter({ box: 'none' })).toMatchObject({ carrier: 'post', box: 'none' })
    expect(await dataAfter({ box: { size: 'L' } })).toMatchObject({ box: { size: 'L' } })

    const large = (name: string) => update(id, { data: { [name]: 'x'.repeat(9000) } })
    expect((await large('first')).status).toBe(200)
    expect(refusal(await large('second'))).toEqual([
      400,
      'invalid_data',
      "Invalid request: Field 'data': must not be larger than 16384 bytes as JSON",
    ])
    const both = await Promise.all(['one', 'two', 'three'].map((name) => update(id, { data: { [name]: 1 } })))
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await send(getShippingOption, id)).body.shipping_option.data).toMatchObject({
      carrier: 'post',
      one: 1,
      two: 1,
      three: 1,
    })

    const other = await created({})
    expect((await update(other.id, { data: { carrier: 'post' } })).body.shipping_option.data).toEqual({ carrier: 'post' })
  })

  it('returns 404 for rules of other options', async () => {
    const { id } = await created()
    const rules = ['sorul_1', 'sorul_2'].map((rule) => ({ id: rule, ...oldAttribute }))
    for (const body of [{ rules }, { rules, type }])
      expect(refusal(await update(id, body))).toEqual([
        404,
        'not_found',
        `The following rules does not exists: sorul_1, sorul_2 on shipping option ${id}`,
      ])
  })

  it('returns 404 for a deleted option', async () => {
    const { id } = await created()
    expect((await send(deleteShippingOption, id)).body).toEqual({ id, object: 'shipping_option', deleted: true })
    const unknown = [404, 'not_found', `Shipping Option with id: ${id} not found`]
    expect(refusal(await update(id, {}))).toEqual(unknown)
    expect(refusal(await send(getShippingOption, id))).toEqual(unknown)
    expect((await list(`id=${id}`)).count).toBe(0)
  })
})

describe('batch-shipping-option-rules', () => {
  it('creates, updates and deletes rules, and keeps all of several concurrent changes', async () => {
    const { id, rules } = await created({ rules: [oldAttribute, { ...oldAttribute, attribute: 'gone' }] })
    const { body } = await send(batchShippingOptionRules, id, {
      body: {
        create: [{ ...oldAttribute, attribute: 'new' }],
        update: [{ ...oldAttribute, id: rules[0].id, operator: 'in', value: ['a'] }],
        delete: [rules[1].id],
      } as never,
    })
    expect(body).toMatchObject({
      created: [{ attribute: 'new', shipping_option_id: id }],
      updated: [{ id: rules[0].id, value: ['a'] }],
      deleted: { ids: [rules[1].id], object: 'shipping_option_rule', deleted: true },
    })
    const fewer = { body: { create: [{ ...oldAttribute, attribute: 'few' }] } as never, query: 'fields=attribute' }
    expect((await send(batchShippingOptionRules, id, fewer)).body.created).toEqual([{ id: expect.any(String), attribute: 'few' }])
    const attributes = Array.from({ length: 8 }, (_, n) => `attribute_${n}`)
    await Promise.all(
      attributes.map((attribute) =>
        send(batchShippingOptionRules, id, { body: { create: [{ ...oldAttribute, attribute }] } as never }),
      ),
    )
    expect((await send(getShippingOption, id)).body.shipping_option.rules).toHaveLength(11)
  })

  it('returns the rules that it created when it is repeated, not those of later requests', async () => {
    const { id } = await created()
    const op_id = mintOpId(Date.now())
    const creating = (attribute: string, options: object = {}) =>
      send(batchShippingOptionRules, id, { body: { create: [{ ...oldAttribute, attribute }] } as never, ...options })
    const first = (await creating('first', { op_id })).body.created
    const { created: later } = (await creating('later')).body
    const repeat = async () => (await creating('first', { op_id, contested: true })).body.created

    expect([first, later]).toMatchObject([[{ attribute: 'first' }], [{ attribute: 'later' }]])
    expect(await repeat()).toEqual(first)
    await send(batchShippingOptionRules, id, { body: { delete: [first[0].id] } as never })
    expect(await repeat()).toEqual([])
  })

  it('returns 404 for unknown options and rules', async () => {
    const body = { create: [{ ...oldAttribute }] } as never
    expect(refusal(await send(batchShippingOptionRules, 'does-not-exist', { body }))).toEqual([
      404,
      'not_found',
      'You tried to set relationship shipping_option_id: does-not-exist, but such entity does not exist',
    ])
    const update = [{ ...oldAttribute, id: 'sorul_none' }] as never
    expect(refusal(await send(batchShippingOptionRules, (await created()).id, { body: { update } }))).toEqual([
      404,
      'not_found',
      'ShippingOptionRule with id "sorul_none" not found',
    ])
  })
})

describe('a shipping option', () => {
  it('prevents the deletion of its profile and type', async () => {
    const { id: other } = (await send(createShippingProfile, undefined, { body: { name: aName('Profile'), type: 'a' } })).body
      .shipping_profile
    const option = await created({ shipping_profile_id: other })
    expect(refusal(await send(deleteShippingProfile, other))).toEqual([
      400,
      'invalid_data',
      `Cannot delete Shipping Profiles ${other} with associated Shipping Options. Delete Shipping Options first and try again.`,
    ])
    expect(refusal(await send(deleteShippingOptionType, option.type.id))).toEqual([
      400,
      'invalid_data',
      'Cannot delete shipping option type because some shipping options are using it.',
    ])
    await send(deleteShippingOption, option.id)
    expect((await send(deleteShippingOptionType, option.type.id)).body).toMatchObject({ id: option.type.id, deleted: true })
    expect((await send(deleteShippingProfile, other)).body).toEqual({ id: other, object: 'shipping_profile', deleted: true })
  })

  it('is deleted with its service zone or fulfillment set', async () => {
    const [one, two] = [await aZone(), await aZone()]
    const [first, last] = [await created({ service_zone_id: one.id }), await created({ service_zone_id: two.id })]
    const asked = 'fields=*fulfillment_sets.service_zones.shipping_options'
    const { stock_location } = (await send(getStockLocation, one.location, { query: asked })).body
    expect(stock_location.fulfillment_sets[0].service_zones[0].shipping_options).toMatchObject([{ id: first.id, type: {} }])
    expect((await list(`stock_location_id=${one.location}`)).shipping_options).toMatchObject([{ id: first.id }])

    await send(deleteServiceZone, undefined, { params: { id: one.set, zone_id: one.id } })
    await send(deleteFulfillmentSet, two.set)
    for (const { id } of [first, last]) expect((await send(getShippingOption, id)).status).toBe(404)
    expect((await list(`stock_location_id=${one.location}`)).count).toBe(0)
  })

  it('is refused if its service zone is deleted at the same time', async () => {
    const one = await aZone()
    const { create: insert } = service.deps.shippingOptions
    service.deps.shippingOptions.create = async (...given) => {
      await send(deleteServiceZone, undefined, { params: { id: one.set, zone_id: one.id } })
      return insert(...given)
    }
    const asked = { body: anOption({ service_zone_id: one.id }) as never, replica: service.id }
    const refused = await send(createShippingOption, undefined, asked).finally(() => {
      service.deps.shippingOptions.create = insert
    })

    const message = expect.stringContaining(`service_zone_id: ${one.id}`)
    expect(refused, refused.text).toMatchObject({ status: 404, body: { message } })
    expect((await list(`service_zone_id=${one.id}`)).count).toBe(0)
  })

  it('is deleted with its location when an interrupted request is repeated', async () => {
    const one = await aZone()
    const { id } = await created({ service_zone_id: one.id, name: 'Held' })
    const op_id = mintOpId(Date.now())
    await service.db.command({ collMod: 'shipping_options', validator: { name: { $ne: 'Held' } } })
    expect((await send(deleteStockLocation, one.location, { op_id })).status).toBe(500)
    expect((await send(getShippingOption, id)).status).toBe(200)

    await service.db.command({ collMod: 'shipping_options', validator: {} })
    expect((await send(deleteStockLocation, one.location, { op_id })).status).toBe(200)
    expect((await send(getShippingOption, id)).status).toBe(404)
  })

  it('is returned with relations to the requested depth', async () => {
    const { id } = await created()
    const { body } = await send(getShippingOption, id, { query: 'fields=%2Bservice_zone.fulfillment_set.location.id' })
    expect(body.shipping_option.service_zone.fulfillment_set).toEqual({ id: zone.set, location: { id: zone.location } })
  })

  it('is returned with service zones up to the size limit of a page', async () => {
    const { id, set } = await aZone()
    for (let made = 0; made < 5; made++) await create({ service_zone_id: id })
    const change = { $set: { 'service_zones.0.geo_zones': [{ id: 'geoz_1', metadata: { note: 'n'.repeat(7_000_000) } }] } }
    await service.db.collection('fulfillment_sets').updateOne({ _id: set as never }, { ...change, $inc: { revision: 1 } })

    const asked = (fields: string, limit: number) => list(`service_zone_id=${id}&limit=${limit}&fields=id,${fields}`)
    for (const path of ['*service_zone.geo_zones', '*service_zone.fulfillment_set.service_zones.geo_zones']) {
      expect((await asked(path, 4)).shipping_options).toHaveLength(4)
      expect(await asked(path, 5)).toMatchObject({
        type: 'invalid_data',
        message: expect.stringContaining('32 MiB of related records'),
      })
    }
    const { shipping_options } = await asked('service_zone.geo_zones.id', 5)
    expect(shipping_options).toHaveLength(5)
    expect(shipping_options[4].service_zone).toEqual({ id, geo_zones: [{ id: 'geoz_1' }] })
  })
})

describe('quotes', () => {
  const tax_address = { country_code: null, province: null }
  const quoted = async (shipping_option_id: string, of = service) => {
    const body = { shipping_option_id, currency_code: 'eur', region_id: 'reg_eu', tax_address }
    return (await of.call(quoteShippingOption, { body })).shipping_option
  }

  it('reflect created, updated and deleted options soon, at every replica', async () => {
    const { id } = await created({ prices: [{ currency_code: 'eur', amount: 7 }] })
    const everybody = async () => (await Promise.all([service, second].map((of) => quoted(id, of)))).map((one) => one?.amount)
    expect(await everybody()).toEqual([7, 7])
    await update(id, { prices: [{ currency_code: 'eur', amount: 8 }] })
    await vi.waitFor(async () => expect(await everybody()).toEqual([8, 8]), 10_000)
    await send(deleteShippingOption, id)
    await vi.waitFor(async () => expect(await everybody()).toEqual([undefined, undefined]), 10_000)
  })

  it('use prices by region and by item total', async () => {
    const { id } = await created({
      prices: [
        { currency_code: 'eur', amount: 10 },
        { currency_code: 'eur', amount: 5, rules: [cartTotal('gte', 60)] },
        { region_id: 'reg_us', amount: 1 },
      ],
    })
    const cart = { region_id: 'reg_eu', currency_code: null, sales_channel_id: null, customer: null, tax_address }
    const amounts = [1, 3].map(async (quantity) => {
      const body = { ...cart, items: [{ variant_id: 'variant_1', quantity }], shipping_option_ids: [id] }
      return (await service.call(quote, { body })).shipping_options[0]!.amount
    })
    expect(await Promise.all(amounts)).toEqual([10, 5])
  })
})
