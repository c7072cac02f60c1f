import {
  createTaxRate,
  createTaxRegion,
  deleteTaxRegion,
  getTaxRate,
  getTaxRegion,
  listTaxProviders,
  listTaxRates,
  listTaxRegions,
  type Operation,
  updateTaxRegion,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { type CallOptions, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { actorsOf } from '../../../test/actors.ts'
import { memberOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

const admin = <O extends Operation>(operation: O, id: string, options: CallOptions<O> = {}) =>
  actorsOf(service).admin(operation, { params: { id } as never, ...options })
const create = (body: object, options: object = {}) => actorsOf(service).admin(createTaxRegion, { body, ...options })
const country = (country_code: string, body: object = {}) => create({ country_code, provider_id: 'tp_system', ...body })
const made = async (answer: Promise<{ status: number; body: { tax_region: { id: string } }; text: string }>) => {
  const { status, body, text } = await answer
  expect(status, text).toBe(200)
  return body.tax_region
}
const rate = (tax_region_id: string, body: object = {}) =>
  actorsOf(service).admin(createTaxRate, { body: { tax_region_id, code: 'C', name: 'N', rate: 5, ...body } })
const list = async (query: string) => (await actorsOf(service).admin(listTaxRegions, { query })).body
const unknown = (id: string) => [404, 'not_found', `TaxRegion with id "${id}" not found`]
const VAT = { rate: 19, code: 'VAT19', name: 'VAT' }

describe('create-tax-region', () => {
  it('creates a country with its default rate', async () => {
    const { status, body } = await country('DE', { default_tax_rate: VAT, metadata: { a: 1 } })
    const { id, created_at } = body.tax_region
    const dates = { created_at: expect.any(String), updated_at: expect.any(String), deleted_at: null }
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        tax_region: {
          id,
          country_code: 'de',
          province_code: null,
          parent_id: null,
          provider_id: 'tp_system',
          created_by: 'user_1',
          metadata: { a: 1 },
          children: [],
          parent: null,
          tax_rates: [
            {
              id: expect.stringMatching(/^txr_/),
              ...VAT,
              is_default: true,
              is_combinable: false,
              tax_region_id: id,
              metadata: null,
              created_by: 'user_1',
              rules: [],
              ...dates,
            },
          ],
          ...{ created_at, updated_at: created_at, deleted_at: null },
        },
      },
    })
    expect(id).toMatch(/^txreg_[0-9A-Z]{26}$/)
  })

  it('creates provinces below a region, which lists them as children', async () => {
    const us = await made(country('us'))
    const texas = await made(create({ country_code: 'US', province_code: 'TX', parent_id: us.id, default_tax_rate: VAT }))
    expect(texas).toMatchObject({ province_code: 'tx', provider_id: null, parent_id: us.id, parent: { id: us.id } })
    const below = await made(create({ country_code: 'us', province_code: 'ny', parent_id: texas.id }))
    expect(below).toMatchObject({ country_code: 'us', province_code: 'ny', provider_id: null })
    const { body } = await admin(getTaxRegion, us.id)
    expect(body.tax_region.children).toMatchObject([{ id: texas.id, tax_rates: [{ code: 'VAT19', rules: [] }] }])
    expect(body.tax_region.tax_rates).toEqual([])
    const asked = await admin(getTaxRegion, below.id, { query: 'fields=*parent,*parent.tax_rates' })
    expect(asked.body.tax_region.parent).toMatchObject({ id: texas.id, tax_rates: [{ code: 'VAT19' }] })
    expect(below).not.toHaveProperty('parent.tax_rates')
  })

  it.each([
    [{ country_code: 'uk' }, 'Invalid request: Provider is required when creating a non-province tax region.'],
    [{ provider_id: 'tp_system' }, "Invalid request: Field 'country_code' is required"],
    [{ country_code: 'gb', provider_id: 'tp_system', foo: 1 }, "Invalid request: Unrecognized fields: 'foo'"],
    [{ country_code: 'us', parent_id: 'txreg_1' }, 'A tax region with a parent must have a province code'],
    [
      { country_code: 'us', parent_id: 'txreg_1', province_code: 'ca', provider_id: 'tp_system' },
      'A tax region with a parent has the provider of its country',
    ],
    [
      { country_code: 'us', parent_id: 'txreg_1', province_code: 'ca' },
      'Province region must belong to a parent region. You are trying to create a province region with (country: us, province: ca) but parent does not exist',
    ],
  ])('rejects %j', async (body, message) => {
    expect(refusal(await create(body))).toEqual([400, 'invalid_data', message])
  })

  it('rejects a parent in another country and an unknown provider', async () => {
    const { id } = await made(country('ca'))
    expect(refusal(await create({ country_code: 'us', province_code: 'ca', parent_id: id }))[2]).toBe(
      'Province region must belong to a parent region with the same country code. You are trying to create a province region with (country: us, province: ca) but parent expects (country: ca)',
    )
    expect(refusal(await country('mx', { provider_id: 'tp_none' }))).toEqual([
      404,
      'not_found',
      'You tried to set relationship provider_id: tp_none, but such entity does not exist',
    ])
  })

  it('creates one region for concurrent and repeated requests with the same country', async () => {
    const options = { op_id: mintOpId(Date.now()) }
    const body = { country_code: 'fr', provider_id: 'tp_system', default_tax_rate: VAT }
    const answers = await Promise.all([...[1, 2, 3].map(() => create(body, options)), ...[1, 2, 3, 4].map(() => create(body))])
    const regions = new Set(answers.flatMap(({ status, body }) => (status === 200 ? body.tax_region.id : [])))
    expect(regions.size).toBe(1)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(refusal(answer)).toEqual([400, 'invalid_data', 'Tax region with country_code: fr, already exists.'])
    const { body: rates } = await actorsOf(service).admin(listTaxRates, { query: `tax_region_id=${[...regions][0]}` })
    expect(rates).toMatchObject({ count: 1, tax_rates: [{ is_default: true }] })
  })
})

describe('get- and update-tax-region', () => {
  it('update codes and metadata, and return the region', async () => {
    const it = await made(country('it'))
    const region = await made(
      create({ country_code: 'it', province_code: 'it-rm', parent_id: it.id, metadata: { test: 'created' } }),
    )
    const first = await admin(updateTaxRegion, region.id, { body: { province_code: 'IT-MI', metadata: { test: 'updated' } } })
    expect(first.body.tax_region).toMatchObject({ province_code: 'it-mi', metadata: { test: 'updated' } })
    const second = await admin(updateTaxRegion, region.id, { body: { metadata: { test: 'updated 2' } } })
    expect(second.body.tax_region).toMatchObject({ province_code: 'it-mi', metadata: { test: 'updated 2' } })
    const shown = await admin(getTaxRegion, region.id)
    expect([shown.body, shown.etag]).toEqual([second.body, second.etag])
    expect(getTaxRegion.response.safeParse({ tax_region: { ...shown.body.tax_region, parent: null } }).success).toBe(true)
  })

  it('reject unknown regions and providers, duplicate codes and other revisions', async () => {
    const absent = 'does-not-exist'
    expect(refusal(await admin(getTaxRegion, absent))).toEqual(unknown(absent))
    expect(refusal(await admin(updateTaxRegion, absent, { body: { province_code: 'ny' } }))).toEqual(unknown(absent))
    const es = await made(country('es'))
    const [one, other] = [
      await made(create({ country_code: 'es', province_code: 'es-m', parent_id: es.id })),
      await made(create({ country_code: 'es', province_code: 'es-b', parent_id: es.id })),
    ]
    expect(refusal(await admin(updateTaxRegion, one.id, { body: { province_code: 'es-b' } }))[2]).toBe(
      'Tax region with country_code: es, province_code: es-b, already exists.',
    )
    expect((await admin(updateTaxRegion, other.id, { body: { province_code: null } })).status).toBe(400)
    expect((await admin(updateTaxRegion, es.id, { body: { provider_id: 'tp_none' } })).status).toBe(404)
    expect((await admin(updateTaxRegion, es.id, { body: {}, if_match: '"7"' })).status).toBe(412)
    expect((await admin(deleteTaxRegion, es.id, { if_match: '"7"' })).status).toBe(412)
  })
})

describe('delete-tax-region', () => {
  it('deletes its provinces and rates, and frees the country', async () => {
    const pl = await made(country('pl', { default_tax_rate: VAT }))
    const province = await made(create({ country_code: 'pl', province_code: 'pl-14', parent_id: pl.id, default_tax_rate: VAT }))
    const { body } = await rate(province.id)
    const deleted = await admin(deleteTaxRegion, pl.id)
    expect([deleted.status, deleted.body]).toEqual([200, { id: pl.id, object: 'tax_region', deleted: true }])
    for (const { id } of [pl, province]) expect(refusal(await admin(getTaxRegion, id))).toEqual(unknown(id))
    expect((await admin(getTaxRate, body.tax_rate.id)).status).toBe(404)
    expect((await list('country_code=pl')).count).toBe(0)
    expect((await admin(deleteTaxRegion, pl.id)).status).toBe(200)
    await made(country('pl', { default_tax_rate: VAT }))
  })

  it('leaves nothing behind when it is repeated after concurrent additions', async () => {
    const se = await made(country('se'))
    const add = (n: number) =>
      n % 2 ? rate(se.id) : create({ country_code: 'se', province_code: `se-${n}`, parent_id: se.id, default_tax_rate: VAT })
    const numbers = Array.from({ length: 10 }, (_, n) => n)
    const before = numbers.slice(0, 5).map(add)
    await Promise.any(before)
    const deleting = admin(deleteTaxRegion, se.id)
    const answers = await Promise.all([...before, ...numbers.slice(5).map(add)])
    for (const { status, text } of answers)
      if (!text.includes('but parent does not exist')) expect([200, 404, 409], text).toContain(status)
    expect((await deleting).status).toBe(200)
    await admin(deleteTaxRegion, se.id)
    expect((await list('country_code=se')).count).toBe(0)
    const regions = await service.db.collection('tax_regions').find({ country_code: 'se' }).toArray()
    const query = [se.id, ...regions.map(({ _id }) => _id)].map((id) => `tax_region_id=${id}`).join('&')
    expect((await actorsOf(service).admin(listTaxRates, { query })).body.count).toBe(0)
  })

  it.each([
    ['a rate', 'tax_rates', 'tax_region_id', (id: string) => rate(id)],
    [
      'a province',
      'tax_regions',
      'parent_id',
      (parent_id: string) => create({ country_code: 'fi', province_code: 'fi-01', parent_id }),
    ],
  ] as const)('refuses %s that is written after it, and takes it back', async (_what, collection, field, add) => {
    const fi = await made(country('fi'))
    const run = service.db.command.bind(service.db)
    const late = vi.spyOn(service.db, 'command').mockImplementation(async (...args) => {
      if ((args[0] as { insert?: string }).insert !== collection) return run(...args)
      late.mockRestore()
      expect((await admin(deleteTaxRegion, fi.id)).status).toBe(200)
      return run(...args)
    })
    const answer = await add(fi.id)

    const message = `You tried to set relationship ${field}: ${fi.id}, but such entity does not exist`
    expect(refusal(answer)).toEqual([404, 'not_found', message])
    expect(answer.settled).toBe(true)
    expect(await service.db.collection(collection).countDocuments({ [field]: fi.id, deleted_at: null })).toBe(0)
  })
})

describe('list-tax-regions', () => {
  it('finds countries, provinces and search words', async () => {
    const [at, ch] = [await made(country('at')), await made(country('ch'))]
    const province = await made(create({ country_code: 'at', province_code: 'at-9', parent_id: at.id }))
    const idsOf = ({ tax_regions }: { tax_regions: { id: string }[] }) => tax_regions.map(({ id }) => id)
    expect(idsOf(await list(`country_code=ch&country_code=at&order=-country_code&parent_id=null`))).toEqual([ch.id, at.id])
    expect(idsOf(await list(`limit=10&offset=0&parent_id=${at.id}`))).toEqual([province.id])
    expect(idsOf(await list('q=at-9'))).toEqual([province.id])
    expect((await list('')).limit).toBe(20)
  })

  it('uses an index for every query', async () => {
    const { filters, orders, search } = queriesOf(listTaxRegions)
    const ask = async () => {
      for (const query of [...filters, ...orders, ...search]) expect(await list(query)).toHaveProperty('count')
    }
    expect(await unindexed(service.db, await plansOf(service.db, ask))).toEqual([])
  })
})

it.each(['is_enabled=true', 'q=sys', 'q=TP_'])('lists one tax provider (%s)', async (query) => {
  const { body } = await actorsOf(service).admin(listTaxProviders, { query })
  expect(body).toEqual({ tax_providers: [{ id: 'tp_system', is_enabled: true }], count: 1, offset: 0, limit: 20 })
})

it('finds no tax provider without the words', async () => {
  expect((await actorsOf(service).admin(listTaxProviders, { query: 'q=other' })).body.tax_providers).toEqual([])
})

it.each([listTaxRegions, createTaxRegion, getTaxRegion, updateTaxRegion, deleteTaxRegion, listTaxProviders])(
  '$name is available to administrators only',
  async (operation) => {
    const options = { params: { id: 'txreg_1' } as never, body: {}, actor: memberOf('sel_1') }
    expect((await service.send(operation as Operation, options)).status).toBe(401)
  },
)
