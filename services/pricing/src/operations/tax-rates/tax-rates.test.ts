import {
  createTaxRate,
  createTaxRateRule,
  createTaxRegion,
  deleteTaxRate,
  deleteTaxRateRule,
  getTaxRate,
  listTaxRates,
  type Operation,
  quote,
  updateTaxRate,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { type CallOptions, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { actorsOf } from '../../../test/actors.ts'
import { aPrice, aProduct, memberOf, records } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
let region: string
beforeAll(async () => {
  service = await startPricing()
  const body = {
    country_code: 'us',
    provider_id: 'tp_system',
    default_tax_rate: { rate: 2, code: 'default', name: 'default rate' },
  }
  region = (await actorsOf(service).admin(createTaxRegion, { body })).body.tax_region.id
})
afterAll(() => service.stop())

const admin = <O extends Operation>(operation: O, id: string, options: CallOptions<O> = {}) =>
  actorsOf(service).admin(operation, { params: { id } as never, ...options })
const create = (body: object = {}, options: object = {}) =>
  actorsOf(service).admin(createTaxRate, {
    body: { tax_region_id: region, code: 'RATE2', name: 'another rate', rate: 10, ...body },
    ...options,
  })
const created = async (body: object = {}) => (await create(body)).body.tax_rate
const list = async (query: string) => (await actorsOf(service).admin(listTaxRates, { query })).body
const product = (reference_id: string) => ({ reference: 'product', reference_id })
const referencesOf = ({ rules }: { rules: { reference_id: string }[] }) => rules.map(({ reference_id }) => reference_id)
const unknown = (id: string) => [404, 'not_found', `Tax rate with id "${id}" not found`]
const noRelation = [404, 'not_found', 'You tried to set relationship tax_rate_id: txr_none, but such entity does not exist']

describe('create-tax-rate', () => {
  it('creates a rate with its rules, and shows its region', async () => {
    const { status, body } = await create({ rules: [product('prod_1234')], metadata: { a: 1 } })
    const { id, created_at, rules, tax_region } = body.tax_rate
    const dates = { created_at: expect.any(String), updated_at: expect.any(String), deleted_at: null }
    expect({ status, tax_rate: body.tax_rate }).toEqual({
      status: 200,
      tax_rate: {
        id,
        code: 'RATE2',
        rate: 10,
        name: 'another rate',
        is_default: false,
        is_combinable: false,
        tax_region_id: region,
        tax_region,
        created_by: 'user_1',
        metadata: { a: 1 },
        rules,
        ...{ created_at, updated_at: created_at, deleted_at: null },
      },
    })
    expect(id).toMatch(/^txr_[0-9A-Z]{26}$/)
    const rule = { id: expect.stringMatching(/^txrule_/), tax_rate_id: id, metadata: null, created_by: 'user_1', ...dates }
    expect(rules).toEqual([{ ...product('prod_1234'), ...rule }])
    expect(tax_region).toMatchObject({ id: region, country_code: 'us' })
  })

  it('creates one default rate for concurrent requests', async () => {
    const body = { country_code: 'us', province_code: 'ca', parent_id: region }
    const { tax_region } = (await actorsOf(service).admin(createTaxRegion, { body })).body
    const op_id = mintOpId(Date.now())
    const ask = (options: object = {}) => create({ tax_region_id: tax_region.id, is_default: true }, options)
    const answers = await Promise.all([ask({ op_id }), ask({ op_id }), ask(), ask(), ask(), ask()])
    const rates = new Set(answers.flatMap(({ status, body }) => (status === 200 ? body.tax_rate.id : [])))
    expect(rates.size).toBe(1)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(refusal(answer)[2]).toBe(`Tax rate with tax_region_id: ${tax_region.id}, already exists.`)
    const other = await created({ tax_region_id: tax_region.id })
    expect((await admin(updateTaxRate, other.id, { body: { is_default: true } })).status).toBe(400)
  })

  it.each([
    [{ code: undefined }, "Invalid request: Field 'code' is required"],
    [{ rate: 'a' }, "Invalid request: Expected type: 'number' for field 'rate', got: 'a'"],
    [{ rate: -1 }, "Invalid request: Value for field 'rate' too small, expected at least: '0'"],
    [{ foo: 1 }, "Invalid request: Unrecognized fields: 'foo'"],
    [{ rules: [{ reference: 'product' }] }, "Invalid request: Field 'rules, 0, reference_id' is required"],
  ])('rejects %j', async (body, message) => {
    expect(refusal(await create(body))).toEqual([400, 'invalid_data', message])
  })

  it('rejects unknown tax regions and duplicate rules', async () => {
    expect(refusal(await create({ tax_region_id: 'txreg_none' }))).toEqual([
      404,
      'not_found',
      'You tried to set relationship tax_region_id: txreg_none, but such entity does not exist',
    ])
    expect(refusal(await create({ rules: [product('prod_1'), product('prod_1')] }))[2]).toMatch(
      /^Tax rate rule with tax_rate_id: txr_\w+, reference_id: prod_1, already exists\.$/,
    )
  })
})

describe('get-, update- and delete-tax-rate', () => {
  it('return, update and delete a tax rate', async () => {
    const before = await created({ rules: [product('prod_1'), product('prod_2')] })
    const { id } = before
    expect((await admin(getTaxRate, id)).body).toEqual({ tax_rate: before })
    const body = { code: 'updatedcode', rate: 12, is_combinable: true, name: 'Another Name', metadata: { you: 'know it' } }
    expect((await admin(updateTaxRate, id, { body })).body.tax_rate).toMatchObject({ ...body, rules: before.rules })
    const { tax_rate } = (await admin(updateTaxRate, id, { body: { rules: [product('prod_2'), product('prod_3')] } })).body
    expect(referencesOf(tax_rate)).toEqual(['prod_2', 'prod_3'])
    expect(tax_rate.rules[0]).toEqual(before.rules[1])

    const deleted = await admin(deleteTaxRate, id)
    expect([deleted.status, deleted.body]).toEqual([200, { id, object: 'tax_rate', deleted: true }])
    expect(refusal(await admin(getTaxRate, id))).toEqual(unknown(id))
    expect(refusal(await admin(updateTaxRate, id, { body: {} }))).toEqual(unknown(id))
    expect((await admin(deleteTaxRate, id)).status).toBe(200)
  })

  it('reject other revisions', async () => {
    const { id } = await created()
    expect((await admin(updateTaxRate, id, { body: {}, if_match: '"7"' })).status).toBe(412)
    expect((await admin(deleteTaxRate, id, { if_match: '"7"' })).status).toBe(412)
  })
})

describe('the rules of a tax rate', () => {
  const add = (id: string, reference_id: string, options: object = {}) =>
    admin(createTaxRateRule, id, { body: product(reference_id), ...options })
  const remove = (id: string, rule_id: string) => actorsOf(service).admin(deleteTaxRateRule, { params: { id, rule_id } })

  it('are added and removed individually', async () => {
    const { id } = await created({ rules: [product('prod_1')] })
    const { status, body } = await add(id, 'prod_2')
    expect([status, referencesOf(body.tax_rate)]).toEqual([200, ['prod_1', 'prod_2']])
    const [first] = body.tax_rate.rules
    const removed = await remove(id, first.id)
    expect([removed.status, removed.body]).toMatchObject([
      200,
      { id: first.id, object: 'tax_rate_rule', deleted: true, parent: { id, rules: [{ reference_id: 'prod_2' }] } },
    ])
    expect((await remove(id, first.id)).status).toBe(200)
  })

  it('are unique, and concurrent additions are all kept', async () => {
    const { id } = await created()
    const products = ['a', 'b', 'c', 'd', 'e', 'f']
    const answers = await Promise.all([...products, ...products].map((one) => add(id, one)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...products.map(() => 200), ...products.map(() => 400)])
    expect(referencesOf((await admin(getTaxRate, id)).body.tax_rate).toSorted()).toEqual(products)
    const taken = `Tax rate rule with tax_rate_id: ${id}, reference_id: a, already exists.`
    expect(refusal(await add(id, 'a'))).toEqual([400, 'invalid_data', taken])
  })

  it('reject unknown rates, missing fields and other revisions', async () => {
    expect(refusal(await add('txr_none', 'prod_1'))).toEqual(noRelation)
    expect(refusal(await remove('txr_none', 'txrule_1'))).toEqual(unknown('txr_none'))
    const { id } = await created()
    expect((await admin(createTaxRateRule, id, { body: { reference: 'product' } })).status).toBe(400)
    expect((await add(id, 'prod_1', { if_match: '"7"' })).status).toBe(412)
  })
})

describe('list-tax-rates', () => {
  it('finds by region, default and search words', async () => {
    const { id } = await created({ code: 'FINDME', name: 'Reduced' })
    expect(await list('q=indm')).toMatchObject({ tax_rates: [{ id }], count: 1, offset: 0, limit: 20 })
    expect(await list(`limit=10&offset=0&tax_region_id=${region}&is_default=true`)).toMatchObject({
      tax_rates: [{ rate: 2 }],
      count: 1,
    })
    expect(await list('tax_region_id=txreg_none&is_default=false')).toMatchObject({ tax_rates: [], count: 0 })
  })

  it('uses an index for every query', async () => {
    const { filters, orders, search } = queriesOf(listTaxRates)
    const ask = async () => {
      for (const query of [...filters, ...orders, ...search]) expect(await list(query)).toHaveProperty('count')
    }
    expect(await unindexed(service.db, await plansOf(service.db, ask))).toEqual([])
  })
})

it('tax rates apply to quotes soon after a change, at every replica', async () => {
  await insertMissing(service.db, { ...records, products: [aProduct()], prices: [aPrice()] })
  const other = await startPricing(service.servers)
  const body = {
    ...{ region_id: 'reg_eu', currency_code: null, sales_channel_id: 'sc_1', customer: null },
    ...{ tax_address: { country_code: 'de', province: null }, shipping_option_ids: [] },
    items: [{ variant_id: 'variant_1', quantity: 1 }],
  }
  const SOON = { timeout: 10_000 } // tax rates are cached for a second
  const quoted = async (replica: string) => {
    const answer = await service.send(quote, { body, replica })
    return answer.body.items?.[0].tax_lines.map(({ rate }: { rate: number }) => rate)
  }
  const replicas = [service.id, other.id]
  for (const replica of replicas) expect(await quoted(replica)).toEqual([19])

  const { id } = await created({ tax_region_id: 'txreg_de', rate: 7, rules: [product('prod_1')] })
  for (const replica of replicas) await vi.waitFor(async () => expect(await quoted(replica)).toEqual([7]), SOON)
  await admin(updateTaxRate, id, { body: { rules: [] } })
  for (const replica of replicas) await vi.waitFor(async () => expect(await quoted(replica)).toEqual([19]), SOON)
  await other.leave()
})

it.each([listTaxRates, createTaxRate, getTaxRate, updateTaxRate, deleteTaxRate, createTaxRateRule, deleteTaxRateRule])(
  '$name is available to administrators only',
  async (operation) => {
    const options = { params: { id: 'txr_1', rule_id: 'txrule_1' } as never, body: {}, actor: memberOf('sel_1') }
    expect((await service.send(operation as Operation, options)).status).toBe(401)
  },
)
