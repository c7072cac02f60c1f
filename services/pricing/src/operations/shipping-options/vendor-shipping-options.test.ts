import {
  createShippingOption,
  createShippingOptionType,
  createShippingProfile,
  createVendorShippingOption,
  deleteVendorServiceZone,
  deleteVendorShippingOption,
  getShippingOption,
  getShippingOptionType,
  getVendorShippingOption,
  listFulfillmentProviders,
  listVendorFulfillmentProviderOptions,
  listVendorFulfillmentProviders,
  listVendorShippingOptions,
  manageVendorStockLocationFulfillmentProviders,
  type Operation,
  quoteShippingOption,
  updateShippingOption,
  updateVendorShippingOption,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { FORBIDDEN, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededShippingOptions } from '../../../../../tools/seed/shipping.ts'
import { STOREFRONT } from '../../../test/actors.ts'
import { ADMIN, aName, asAdmin } from '../../../test/as-admin.ts'
import { asSeller } from '../../../test/as-seller.ts'
import { records } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
let profile: string
let place: { location: string; set: string; zone: string }
const admin = asAdmin(() => service)
const { send, aPlace } = asSeller(() => service)

beforeAll(async () => {
  service = await startPricing()
  await insertMissing(service.db, records)
  const body = { name: aName('Profile'), type: 'default' }
  profile = (await admin(createShippingProfile, undefined, { body })).body.shipping_profile.id
  place = await aPlace()
})
afterAll(() => service.stop())

const type = { label: 'Slow', description: 'By hand', code: 'slow' }
const anOption = (overrides: object = {}) => ({
  ...{ name: aName('Option'), service_zone_id: place.zone, shipping_profile_id: profile, provider_id: 'manual_manual', type },
  prices: [{ currency_code: 'eur', amount: 5, rules: [] }],
  ...overrides,
})
const create = (overrides: object = {}, options: object = {}, seller = 'sel_a') =>
  send(createVendorShippingOption, undefined, { body: anOption(overrides) as never, ...options }, seller)
async function created(overrides: object = {}, seller = 'sel_a'): Promise<string> {
  const answer = await create(overrides, {}, seller)
  expect(answer.status, answer.text).toBe(201)
  return answer.body.shipping_option.id
}
const update = (id: string, body: object, options: object = {}) =>
  send(updateVendorShippingOption, id, { body: body as never, ...options })
const fromThere = { attribute: 'item_total', operator: 'gte', value: 50 }
const shown = { attribute: 'enabled_in_store', operator: 'eq', value: 'true' }

describe('a shipping option of a seller', () => {
  it('is created with type and prices, publishes an event, and is visible to the seller and to administrators', async () => {
    const prices = [
      { currency_code: 'eur', amount: 5, rules: [] },
      { region_id: 'reg_eu', amount: 3, rules: [fromThere] },
    ]
    const { status, body, text, etag } = await create({ prices, rules: [shown], data: { box: 'small' } }, { query: 'limit=1' })

    const { shipping_option } = body
    const { id } = shipping_option
    expect({ status, etag }).toEqual({ status: 201, etag: expect.stringMatching(/^"1-/) })
    expect(shipping_option).toMatchObject({
      ...{ price_type: 'flat', data: { box: 'small' }, provider: { id: 'manual_manual' }, rules: [shown], type },
      service_zone: { id: place.zone, fulfillment_set: { id: place.set } },
      prices: [
        { currency_code: 'eur', amount: 5, price_rules: [] },
        { amount: 3, price_rules: [{ attribute: 'region_id' }, { attribute: 'item_total', value: '50' }] },
      ],
    })
    expect(text).not.toContain('seller_id')
    expect((await send(getVendorShippingOption, id)).body).toEqual(body)
    expect((await send(getVendorShippingOption, id, { query: 'foo=1' })).status).toBe(400)
    expect((await admin(getShippingOption, id)).body.shipping_option.id).toBe(id)
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'shipping-option.created', ids: { id } }])
    const listed = (await send(listVendorShippingOptions, undefined, { query: `id=${id}` })).body
    expect(listed).toMatchObject({ count: 1, shipping_options: [{ id }] })
    expect((await send(listVendorShippingOptions, undefined, { query: `id=${id}` }, 'sel_b')).body.count).toBe(0)
  })

  it('is created once for a repeated op-id', async () => {
    const making = { op_id: mintOpId(Date.now()), body: anOption() as never }
    const made = await Promise.all([1, 2, 3].map(() => send(createVendorShippingOption, undefined, making)))
    expect(new Set(made.map(({ text }) => text)).size).toBe(1)
  })

  it('is quoted with its current state right after each change', async () => {
    const id = await created()
    const quoted = async () => {
      const body = {
        shipping_option_id: id,
        currency_code: 'eur',
        region_id: null,
        tax_address: { country_code: 'de', province: null },
      }
      return (await service.call(quoteShippingOption, { body: body as never })).shipping_option
    }
    expect(await quoted()).toMatchObject({ amount: 5, seller_id: 'sel_a' })
    const { body, etag } = await update(id, { name: 'By boat', prices: [{ currency_code: 'eur', amount: 9, rules: [] }] })
    expect([etag, body.shipping_option]).toMatchObject([
      expect.stringMatching(/^"2-/),
      { name: 'By boat', prices: [{ amount: 9 }] },
    ])
    expect(await quoted()).toMatchObject({ amount: 9, name: 'By boat' })
    expect(await send(deleteVendorShippingOption, id)).toMatchObject({
      status: 200,
      body: { id, object: 'shipping_option', deleted: true },
    })
    expect(await quoted()).toBeNull()
    expect(refusal(await send(deleteVendorShippingOption, id))).toEqual(FORBIDDEN)
    expect(await service.eventsOf(id, 3)).toMatchObject([
      {},
      { type: 'shipping-option.updated' },
      { type: 'shipping-option.deleted' },
    ])
  })

  it('is updated: given rules and prices replace the old ones, and a new type is created', async () => {
    const id = await created({ rules: [shown] })
    const next = { type: { label: 'Fast', code: 'fast' }, rules: [{ ...shown, value: 'false' }], data: { box: 'large' } }
    const { body } = await update(id, next)
    expect(body.shipping_option).toMatchObject({ rules: [{ value: 'false' }], type: next.type, data: next.data })
    expect(body.shipping_option.prices).toMatchObject([{ amount: 5 }])
    expect((await update(id, { name: 'x' }, { if_match: '"1"' })).status).toBe(412)
    expect(refusal(await update(id, { rules: [{ ...shown, id: 'sorul_none' }] }))).toEqual([
      404,
      'not_found',
      `The following rules does not exists: sorul_none on shipping option ${id}`,
    ])
    expect(refusal(await update(id, { prices: [{ id: 'price_none', amount: 1 }] }))).toEqual([
      400,
      'invalid_data',
      'Price with id: price_none was not found',
    ])
    expect(refusal(await update(id, { provider_id: 'none' }))).toEqual([
      400,
      'not_allowed',
      'Providers (none) are not enabled for the service location',
    ])
    expect(refusal(await update(id, { service_zone_id: place.zone }))[2]).toContain("Unrecognized fields: 'service_zone_id'")
  })

  it('keeps its type for an unchanged label and code, and updates the type that was created with it', async () => {
    const id = await created({ type: { label: 'Slow', code: aName('slow') } })
    const typeOf = async (body: object) => {
      const answer = await update(id, body)
      expect(answer.status, answer.text).toBe(200)
      return answer.body.shipping_option.type
    }
    const { id: own, code } = await typeOf({ name: 'By horse' })
    expect(await typeOf({ type: { label: 'Slow', code } })).toMatchObject({ id: own, description: null })
    const fast = { label: 'Fast', description: 'By air', code: aName('fast') }
    expect(await typeOf({ type: fast })).toMatchObject({ id: own, ...fast })
    expect((await send(getVendorShippingOption, id)).body.shipping_option.type).toMatchObject({ id: own, ...fast })
    const op = { op_id: mintOpId(Date.now()) }
    const [once, again] = [
      await update(id, { type: { label: 'Once', code } }, op),
      await update(id, { type: { label: 'Once', code } }, op),
    ]
    expect(again.text).toBe(once.text)
    expect((await update(id, { type: fast }, { if_match: '"1"' })).status).toBe(412)
    expect(await typeOf({ name: 'By air' })).toMatchObject({ id: own, label: 'Once' })
    const types = await service.db.collection('shipping_option_types').countDocuments({ code: { $in: [code, fast.code] } })
    expect(types).toBe(1)
    expect((await send(getVendorShippingOption, id)).text).not.toContain('made_type_id')
  })

  it('gets a new type when the current one is shared or was created by administrators', async () => {
    const [id, other] = [await created(), await created()]
    const present = async (one: string) => (await send(getVendorShippingOption, one)).body.shipping_option.type
    const own = await present(id)
    const fast = { label: 'Fast', code: 'fast' }
    await admin(updateShippingOption, other, { body: { type_id: own.id } })
    const made = (await update(id, { type: fast })).body.shipping_option.type
    expect([made.id === own.id, await present(other)]).toMatchObject([false, own])

    const { shipping_option_type } = (await admin(createShippingOptionType, undefined, { body: { label: 'Post', code: 'post' } }))
      .body
    await admin(updateShippingOption, id, { body: { type_id: shipping_option_type.id } })
    expect((await update(id, { type: fast })).body.shipping_option.type.id).not.toBe(shipping_option_type.id)
    expect((await admin(getShippingOptionType, shipping_option_type.id)).body).toEqual({ shipping_option_type })
  })

  it.each([
    [{ price_type: 'calculated' }, 400, "Invalid request: Unrecognized fields: 'price_type'"],
    [{ type: undefined }, 400, "Invalid request: Field 'type' is required"],
    [{ prices: [{ amount: 5 }] }, 400, "Invalid request: Field 'prices, 0, currency_code' is required"],
    [{ provider_id: 'none' }, 400, 'Providers (none) are not enabled for the service location'],
    [
      { shipping_profile_id: 'sp_none' },
      404,
      'You tried to set relationship shipping_profile_id: sp_none, but such entity does not exist',
    ],
    [
      { prices: [{ region_id: 'reg_none', amount: 5 }] },
      400,
      'Cannot create prices for non-existent regions. Region with ids [reg_none] were not found.',
    ],
    [{ rules: [{ ...shown, operator: 'in' }] }, 400, 'Rule value must be an array for in/nin operators'],
  ])('is not created from %j', async (overrides, status, text) => {
    const answer = refusal(await create(overrides))
    expect([answer[0], answer[2]]).toEqual([status, text])
  })

  it('is limited to 100 prices and 20 rules', async () => {
    const prices = Array.from({ length: 101 }, (_, amount) => ({ currency_code: 'eur', amount }))
    const rules = Array.from({ length: 21 }, () => shown)
    const id = await created()
    const tooBig = (field: string, limit: number) =>
      `Invalid request: Value for field '${field}' too big, expected at most: '${limit}'`
    for (const send of [create, (body: object) => update(id, body)]) {
      expect(refusal(await send({ prices }))[2]).toBe(tooBig('prices', 100))
      expect(refusal(await send({ rules }))[2]).toBe(tooBig('rules', 20))
    }
  })

  it('is created only while the provider is enabled at the location', async () => {
    await send(manageVendorStockLocationFulfillmentProviders, place.location, { body: { remove: ['manual_manual'] } })
    expect((await create()).status).toBe(400)
    await send(manageVendorStockLocationFulfillmentProviders, place.location, { body: { add: ['manual_manual'] } })
    expect((await create()).status).toBe(201)
  })

  it('is refused, and deleted, when its zone is deleted while the option is being created', async () => {
    const { set, zone } = await aPlace()
    const { shippingOptions } = service.deps
    let id = ''
    const slow = vi.spyOn(shippingOptions, 'create').mockImplementationOnce(async (...args) => {
      await send(deleteVendorServiceZone, undefined, { params: { id: set, zone_id: zone } })
      const made = await shippingOptions.create(...args)
      id = made.record.id
      return made
    })
    const refused = await create({ service_zone_id: zone })
    slow.mockRestore()
    expect(refused, refused.text).toMatchObject({ status: 404, body: { message: expect.stringContaining(zone) } })
    expect(refusal(await send(getVendorShippingOption, id))).toEqual(FORBIDDEN)
    expect(await service.eventsOf(id, 2)).toMatchObject([{}, { type: 'shipping-option.deleted' }])
  })

  it('cannot be read or changed by other sellers, nor created in their service zones', async () => {
    const there = await aPlace('sel_b')
    const [theirs, gone] = [await created({ service_zone_id: there.zone }, 'sel_b'), await created()]
    await send(deleteVendorShippingOption, gone)
    const body = { ...anOption({ service_zone_id: there.zone }), price_type: 'flat' }
    const byAdmin = (await admin(createShippingOption, undefined, { body: body as never })).body.shipping_option.id
    for (const id of [theirs, byAdmin, gone, 'so_none'])
      for (const [operation, change] of [
        [getVendorShippingOption],
        [updateVendorShippingOption, { name: 'Mine', provider_id: 'none' }],
        [deleteVendorShippingOption],
      ] as [Operation, object?][])
        expect(refusal(await send(operation, id, change && { body: change as never })), operation.name).toEqual(FORBIDDEN)
    for (const service_zone_id of [there.zone, 'serzo_none'])
      expect(refusal(await create({ service_zone_id, provider_id: 'none' }))).toEqual(FORBIDDEN)
    for (const id of [theirs, byAdmin]) expect((await send(getVendorShippingOption, id, {}, 'sel_b')).status).toBe(200)
    for (const actor of [ADMIN, STOREFRONT])
      expect((await service.send(createVendorShippingOption, { actor, body: anOption() as never })).status).toBe(401)
  })

  it('is limited to 200 per seller', async () => {
    const { zone } = await aPlace('sel_many')
    const shipping_options = Array.from({ length: 200 }, (_, n) => ({
      ...seededShippingOptions[0]!,
      ...{ id: `so_many_${n}`, service_zone_id: zone, seller_id: 'sel_many' },
    }))
    await insertMissing(service.db, { shipping_options })
    expect(refusal(await create({ service_zone_id: zone }, {}, 'sel_many'))).toEqual([
      400,
      'not_allowed',
      'A seller can have 200 shipping options at most',
    ])
    await send(deleteVendorShippingOption, 'so_many_0', {}, 'sel_many')
    expect((await create({ service_zone_id: zone }, {}, 'sel_many')).status).toBe(201)
  })

  it('is limited by the total size of the seller’s shipping options', async () => {
    const { zone } = await aPlace('sel_large')
    const large = {
      ...seededShippingOptions[0]!,
      seller_id: 'sel_large',
      service_zone_id: zone,
      data: { a: 'x'.repeat(1020 * 1024) },
    }
    await insertMissing(service.db, { shipping_options: [{ ...large, id: 'so_large' }] })
    const refused = [400, 'invalid_data', 'The shipping options of a seller hold at most 1024 KiB as JSON, all of them together']
    const data = { a: 'x'.repeat(5000) }
    expect(refusal(await create({ service_zone_id: zone, data }, {}, 'sel_large'))).toEqual(refused)

    const { id } = (await create({ service_zone_id: zone }, {}, 'sel_large')).body.shipping_option
    const change = (option: string, body: object) =>
      send(updateVendorShippingOption, option, { body: body as never }, 'sel_large')
    expect(refusal(await change(id, { data }))).toEqual(refused)
    expect((await change(id, { name: aName('Option') })).status).toBe(200)
    expect((await change('so_large', { data: { b: data.a } })).status).toBe(400)
  })
})

describe('fulfillment providers', () => {
  it('are the same for every seller, with their options', async () => {
    const { status, body } = await send(listVendorFulfillmentProviders)
    const [provider] = (await admin(listFulfillmentProviders)).body.fulfillment_providers
    expect({ status, body }).toMatchObject({ status: 200, body: { offset: 0, limit: 50 } })
    expect(body.fulfillment_providers).toContainEqual(provider)
    expect((await send(listVendorFulfillmentProviders, undefined, {}, 'sel_b')).body).toEqual(body)
    const options = await send(listVendorFulfillmentProviderOptions, 'manual_manual')
    expect(options.body.fulfillment_options).toEqual([
      { id: 'manual-fulfillment' },
      { id: 'manual-fulfillment-return', is_return: true },
    ])
    expect(refusal(await send(listVendorFulfillmentProviderOptions, 'none'))).toEqual([
      404,
      'not_found',
      'Fulfillment provider with id: none was not found',
    ])
    const elsewhere = `stock_location_id=${place.location}`
    expect((await send(listVendorFulfillmentProviders, undefined, { query: elsewhere })).status).toBe(400)
    for (const operation of [listVendorFulfillmentProviders, listVendorFulfillmentProviderOptions])
      expect((await admin(operation as Operation, 'manual_manual')).status).toBe(401)
  })
})
