import {
  createRegion,
  deleteRegion,
  getRegion,
  getStoreRegion,
  listPaymentProviders,
  listPricePreferences,
  listRegions,
  listStorePaymentProviders,
  listStoreRegions,
  type Operation,
  quote,
  updateRegion,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { type CallOptions, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { actorsOf } from '../../../test/actors.ts'
import { memberOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
let other: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
  other = await startPricing(service.servers)
})
afterAll(async () => {
  await other.leave()
  await service.stop()
})

const admin = <O extends Operation>(operation: O, id: string, options: CallOptions<O> = {}) =>
  actorsOf(service).admin(operation, { params: { id } as never, ...options })
const create = (body: object = {}, options: object = {}) =>
  actorsOf(service).admin(createRegion, { body: { name: 'Test', currency_code: 'usd', ...body }, ...options })
const created = async (body: object = {}) => (await create(body)).body.region
const update = (id: string, body: object, options: object = {}) => admin(updateRegion, id, { body, ...options })
const countriesOf = ({ countries }: { countries: { iso_2: string }[] }) => countries.map(({ iso_2 }) => iso_2)
const assigned = (...codes: string[]) => [
  400,
  'invalid_data',
  `Countries with codes: "${codes.join(', ')}" are already assigned to a region`,
]
const preferenceOf = async (id: string) => {
  const { body } = await actorsOf(service).admin(listPricePreferences, { query: `attribute=region_id&value=${id}` })
  return body.price_preferences.map(({ is_tax_inclusive }: { is_tax_inclusive: boolean }) => is_tax_inclusive)
}

describe('create-region', () => {
  it('creates a region with countries and payment providers', async () => {
    const countries = ['dk', 'SE']
    const body = {
      name: ' Nordics ',
      currency_code: 'DKK',
      countries,
      payment_providers: ['pp_system_default'],
      metadata: { a: 1 },
    }
    const { status, body: answer, etag } = await create(body, { query: 'fields=*payment_providers' })

    const { id, created_at } = answer.region
    expect({ status, etag }).toEqual({ status: 200, etag: '"1"' })
    expect(answer.region).toMatchObject({ name: 'Nordics', currency_code: 'dkk', automatic_taxes: true, metadata: { a: 1 } })
    expect(answer.region.payment_providers).toEqual([{ id: 'pp_system_default', is_enabled: true }])
    expect(answer.region.countries[0]).toEqual({
      id: 'dk',
      iso_2: 'dk',
      iso_3: 'dnk',
      num_code: 208,
      name: 'DENMARK',
      display_name: 'Denmark',
      region_id: id,
      metadata: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
    })
    expect(countriesOf(answer.region)).toEqual(['dk', 'se'])
    expect(id).toMatch(/^reg_[0-9A-Z]{26}$/)
    expect(answer.region.updated_at).toBe(created_at)
    expect(
      createRegion.response.safeParse((await admin(getRegion, id, { query: 'fields=%2Bpayment_providers' })).body).error,
    ).toBeUndefined()
  })

  it('omits payment providers by default, and assigns none by default', async () => {
    const region = await created()
    expect(region).not.toHaveProperty('payment_providers')
    const asked = await admin(getRegion, region.id, { query: 'fields=*payment_providers' })
    expect(asked.body.region).toEqual({ ...region, payment_providers: [] })
  })

  it('stores tax inclusivity as a price preference', async () => {
    expect(await preferenceOf((await created({ is_tax_inclusive: true })).id)).toEqual([true])
    const { id } = await created()
    expect(await preferenceOf(id)).toEqual([false])
    await update(id, { is_tax_inclusive: true })
    expect(await preferenceOf(id)).toEqual([true])
  })

  it('creates one region for a repeated op-id', async () => {
    const options = { op_id: mintOpId(Date.now()) }
    const answers = await Promise.all([1, 2, 3].map(() => create({ countries: ['no'] }, options)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const [{ body }] = answers as [(typeof answers)[0]]
    expect(new Set(answers.map((one) => one.body.region.id))).toEqual(new Set([body.region.id]))
    expect(await preferenceOf(body.region.id)).toEqual([false])
  })

  it('gives a country to only one of several concurrent requests, even at different replicas', async () => {
    const asks = Array.from({ length: 12 }, (_, n) =>
      create({ countries: ['fi', 'is'] }, { replica: [service, other][n % 2]!.id }),
    )
    const answers = await Promise.all(asks)
    const made = answers.filter(({ status }) => status === 200)
    expect(made).toHaveLength(1)
    for (const answer of answers.filter((one) => one !== made[0]))
      expect([assigned('fi'), assigned('is'), assigned('fi', 'is')]).toContainEqual(refusal(answer))

    await admin(deleteRegion, made[0]!.body.region.id)
    expect((await create({ countries: ['is'] })).status).toBe(200)
  })

  it.each([
    [{ name: undefined }, "Invalid request: Field 'name' is required"],
    [{ currency_code: undefined }, "Invalid request: Field 'currency_code' is required"],
    [{ automatic_taxes: 'yes' }, "Invalid request: Expected type: 'boolean' for field 'automatic_taxes', got: 'yes'"],
    [{ tax_rate: 1 }, "Invalid request: Unrecognized fields: 'tax_rate'"],
    [{ countries: ['de', 'zz', 'de'] }, 'Countries with codes: "de" are already assigned to a region'],
    [{ countries: ['de', 'zz'] }, 'Countries with codes: "zz" do not exist'],
    [{ countries: ['foo', 'Bar'] }, 'Countries with codes: "foo, bar" do not exist'],
  ])('rejects %j', async (body, message) => {
    expect(refusal(await create(body))).toEqual([400, 'invalid_data', message])
  })

  it('rejects unknown payment providers', async () => {
    const message = 'Payment providers with ids pp_none not found or not enabled'
    expect(refusal(await create({ payment_providers: ['pp_system_default', 'pp_none'] }))).toEqual([404, 'not_found', message])
  })
})

describe('get-, update- and delete-region', () => {
  it('return, update and delete a region', async () => {
    const before = await created({ countries: ['pt', 'es'] })
    const { id } = before
    expect((await admin(getRegion, id)).body).toEqual({ region: before })
    const { body, etag } = await update(id, {
      name: 'Iberia',
      currency_code: 'eur',
      countries: ['es', 'ad'],
      automatic_taxes: false,
    })
    expect(etag).toBe('"2"')
    expect(body.region).toMatchObject({ id, name: 'Iberia', currency_code: 'eur', automatic_taxes: false })
    expect(countriesOf(body.region)).toEqual(['ad', 'es'])
    expect(body.region.countries[1]).toEqual(before.countries[0])
    expect((await update(id, { name: 'Iberia' })).etag).toBe('"2"')
    expect(countriesOf(await created({ countries: ['pt'] }))).toEqual(['pt'])

    const deleted = await admin(deleteRegion, id)
    expect([deleted.status, deleted.body]).toEqual([200, { id, object: 'region', deleted: true }])
    expect((await admin(deleteRegion, id)).status).toBe(200)
    expect(refusal(await admin(getRegion, id))).toEqual([404, 'not_found', `Region with id: ${id} not found`])
    expect(refusal(await update(id, { name: 'a' }))).toEqual([404, 'not_found', `Region with id "${id}" not found`])
    expect((await actorsOf(service).admin(listRegions, { query: `id=${id}` })).body.count).toBe(0)
  })

  it('reject countries of another region and other revisions', async () => {
    const { id } = await created({ countries: ['be'] })
    await created({ countries: ['nl'] })
    expect(refusal(await update(id, { countries: ['be', 'nl'] }))).toEqual(assigned('nl'))
    await created({ countries: ['mt', 'cy'] })
    const asked = ['nl', 'mt', 'li', 'be', 'cy']
    expect(refusal(await update(id, { countries: asked }))).toEqual(assigned('cy', 'mt', 'nl'))
    expect(refusal(await create({ countries: asked }))).toEqual(assigned('be', 'cy', 'mt', 'nl'))
    expect(countriesOf((await admin(getRegion, id)).body.region)).toEqual(['be'])
    expect((await update(id, { name: 'a' }, { if_match: '"7"' })).status).toBe(412)
    expect((await admin(deleteRegion, id, { if_match: '"7"' })).status).toBe(412)
  })
})

describe('list-regions', () => {
  const list = async (query: string) => (await actorsOf(service).admin(listRegions, { query })).body
  const idsOf = ({ regions }: { regions: { id: string }[] }) => regions.map(({ id }) => id)

  it('lists regions oldest first, and finds them by search words and currency', async () => {
    const uk = await created({ name: 'United Kingdom', currency_code: 'gbp' })
    const us = await created({ name: 'United States' })
    expect(idsOf(await list('q=united'))).toEqual([uk.id, us.id])
    expect(idsOf(await list('q=united&order=-currency_code'))).toEqual([us.id, uk.id])
    expect(idsOf(await list('currency_code=gbp'))).toEqual([uk.id])
    expect(await list(`id=${us.id}&fields=id,name`)).toMatchObject({ regions: [{ id: us.id, name: 'United States' }], count: 1 })
  })

  it('uses an index for every query', async () => {
    const { filters, orders, search } = queriesOf(listRegions)
    const ask = async () => {
      for (const query of [...filters, ...orders, ...search]) expect(await list(query)).toHaveProperty('count')
      await create({ countries: ['mc', 'sm'] })
    }
    expect(await unindexed(service.db, await plansOf(service.db, ask))).toEqual([])
  })
})

describe('in the storefront', () => {
  const shopper = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
    actorsOf(service).shopper(operation, options)

  it('regions are listed and returned, new ones immediately at every replica', async () => {
    const region = await created({ name: 'Storefront' })
    for (const replica of [service.id, other.id]) {
      const { status, body, etag } = await shopper(getStoreRegion, { params: { id: region.id }, replica })
      const { automatic_taxes: _shown_to_administrators, ...expected } = region
      expect({ status, body, etag }).toEqual({ status: 200, body: { region: expected }, etag: '"1"' })
    }
    const listed = await shopper(listStoreRegions, { query: 'q=orefron' })
    expect(listed.body).toMatchObject({ regions: [{ id: region.id }], count: 1, offset: 0, limit: 50 })
    expect(refusal(await shopper(getStoreRegion, { params: { id: 'reg_none' } }))).toEqual([
      404,
      'not_found',
      'Region with id: reg_none was not found',
    ])
  })

  it('regions ignore the locale parameter, which administrators may not use', async () => {
    const { id } = await created({ name: 'Translated' })
    const shown = await shopper(getStoreRegion, { params: { id }, query: 'fields=name&locale=hu-HU' })
    expect(shown.body).toEqual({ region: { id, name: 'Translated' } })
    expect((await shopper(listStoreRegions, { query: 'locale=de&limit=1' })).status).toBe(200)
    const refused = refusal(await admin(getRegion, id, { query: 'locale=hu' }))
    expect(refused).toEqual([400, 'invalid_data', "Invalid request: Unrecognized fields: 'locale'"])
  })

  it('changes are visible immediately at the same replica and soon at others, including in quotes', async () => {
    const { id } = await created({ name: 'Before' })
    const nameIn = async (replica: string) => (await shopper(getStoreRegion, { params: { id }, replica })).body.region?.name
    const context = {
      region_id: id,
      currency_code: null,
      sales_channel_id: null,
      customer: null,
      items: [],
      shipping_option_ids: [],
    }
    const body = { ...context, tax_address: { country_code: null, province: null } }
    const quoted = async (replica: string) => (await service.send(quote, { body, replica })).body.region?.name
    for (const replica of [service.id, other.id])
      expect([await nameIn(replica), await quoted(replica)]).toEqual(['Before', 'Before'])

    await update(id, { name: 'After' }, { replica: service.id })
    expect([await nameIn(service.id), await quoted(service.id)]).toEqual(['After', 'After'])
    await vi.waitFor(async () => expect([await nameIn(other.id), await quoted(other.id)]).toEqual(['After', 'After']), 20_000)
    await admin(deleteRegion, id, { replica: service.id })
    await vi.waitFor(async () => expect(await nameIn(other.id)).toBeUndefined(), 20_000)
    expect((await service.send(quote, { body, replica: service.id })).body.message).toBe('No regions found')
  })

  it('lists the payment providers of a region', async () => {
    const [one, none] = [await created({ payment_providers: ['pp_system_default'] }), await created()]
    const provider = { id: 'pp_system_default', is_enabled: true }
    const found = await shopper(listStorePaymentProviders, { query: `region_id=${one.id}` })
    expect(found.body).toEqual({ payment_providers: [provider], count: 1, offset: 0, limit: 20 })
    expect((await shopper(listStorePaymentProviders, { query: `region_id=${none.id}` })).body.count).toBe(0)
    const unnamed = await shopper(listStorePaymentProviders)
    expect(refusal(unnamed)).toEqual([400, 'invalid_data', "Invalid request: Field 'region_id' is required"])
    const all = await actorsOf(service).admin(listPaymentProviders, { query: 'limit=10&offset=0&is_enabled=true' })
    expect(all.body).toEqual({ payment_providers: [provider], count: 1, offset: 0, limit: 10 })
    expect((await actorsOf(service).admin(listPaymentProviders, { query: 'is_enabled=false' })).body.count).toBe(0)
  })
})

it.each([
  listRegions,
  createRegion,
  getRegion,
  updateRegion,
  deleteRegion,
  listStoreRegions,
  getStoreRegion,
  listPaymentProviders,
  listStorePaymentProviders,
])('$name is not available to sellers', async (operation) => {
  const options = { params: { id: 'reg_1' } as never, body: {}, actor: memberOf('sel_1') }
  expect((await service.send(operation as Operation, options)).status).toBe(401)
})
