import {
  type CommissionRule,
  createCommissionRule,
  deleteCommissionRule,
  getCommissionRule,
  getDefaultCommissionRule,
  listCommissionRules,
  type Operation,
  setDefaultCommissionRule,
  updateCommissionRule,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { type CallOptions, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seededCategories, seededTypes } from '../../../../../tools/seed/catalogue.ts'
import { seededCommissionRules } from '../../../../../tools/seed/commission-rules.ts'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededSellers } from '../../../../../tools/seed/sellers.ts'
import { type OrdersUnderTest, startOrders, startSellers } from '../../../test/service.ts'
import { DEFAULT_RULE_ID } from '../../stores/commission-rules.ts'

let service: OrdersUnderTest
let sellers: Awaited<ReturnType<typeof startSellers>> | undefined
beforeAll(async () => {
  service = await startOrders()
  sellers = await startSellers(service.servers)
  await insertMissing(sellers.db, { sellers: seededSellers })
})
afterAll(async () => {
  await sellers?.stop()
  await service.stop()
})
beforeEach(async () => {
  const { commission_rules } = await list('limit=100')
  const there = [DEFAULT_RULE_ID, ...commission_rules.map(({ id }: CommissionRule) => id)]
  await Promise.all(there.map((id) => send(deleteCommissionRule, id)))
})

const [type, category] = [seededTypes[0]!, seededCategories[0]!]
const rate = { type: 'percentage', percentage_rate: 10, include_tax: true } as const
const stored = { ...rate, price_set: [], min_price_set: [], max_price_set: [] }
const ofSeller = { name: 'Linen', reference: 'seller', reference_id: ids.seller, rate } as const
const eur = (amount: number) => ({ amount, currency_code: 'eur' })

const send = <O extends Operation>(operation: O, id: string, options: CallOptions<O> = {}) =>
  service.admin(operation, { params: { id } as never, ...options })
const create = (body: object = {}, options: object = {}) =>
  service.admin(createCommissionRule, { body: { ...ofSeller, ...body } as never, ...options })
const created = async (body: object = {}) => (await create(body)).body.commission_rule
const setDefault = (body: object = {}, options: object = {}) =>
  service.admin(setDefaultCommissionRule, { body: { rate, ...body } as never, ...options })
const list = async (query = '') => (await service.admin(listCommissionRules, { query })).body
const invalid = (message: string) => [400, 'invalid_data', message]
const NO_RULE = [404, 'not_found', 'Rule not found!']

it('a rule is made, read, changed, deleted, and told of', async () => {
  const answer = await create()
  const rule = answer.body.commission_rule
  const { id, created_at } = rule
  expect([answer.status, answer.etag, rule]).toEqual([
    201,
    '"1"',
    {
      ...{ id: expect.stringMatching(/^comrule_.{26}$/), name: 'Linen', reference: 'seller', reference_id: ids.seller },
      ...{ is_active: true, ...stored, price_set_id: null, min_price_set_id: null, max_price_set_id: null },
      ...{ fee_value: '10%', ref_value: 'Linen & Loom', created_at, updated_at: created_at, deleted_at: null, rate: stored },
    },
  ])
  const changed = await send(updateCommissionRule, id, { body: { name: 'Loom', is_active: false } })
  expect([changed.status, changed.etag]).toEqual([200, '"2"'])
  expect(changed.body.commission_rule).toEqual({ ...rule, name: 'Loom', is_active: false, updated_at: expect.any(String) })
  expect((await send(getCommissionRule, id)).body).toEqual(changed.body)
  expect((await send(getCommissionRule, id, { query: 'fields=name,rate.type' })).body.commission_rule).toEqual({
    id,
    name: 'Loom',
    rate: { type: 'percentage' },
  })
  expect((await send(updateCommissionRule, id, { body: {}, if_match: '"1"' })).status).toBe(412)
  expect((await send(deleteCommissionRule, id)).body).toEqual({ id, object: 'commission_rule', deleted: true })
  expect(refusal(await send(getCommissionRule, id))).toEqual(NO_RULE)
  expect(refusal(await send(updateCommissionRule, id, { body: {} }))).toEqual(NO_RULE)
  expect((await send(deleteCommissionRule, id)).status).toBe(200)
  expect((await service.eventsOf(id, 3)).map((event) => event.type)).toEqual(
    ['created', 'updated', 'deleted'].map((name) => `commission-rule.${name}`),
  )
  expect((await create()).status).toBe(201)
})

describe('create-commission-rule', () => {
  it.each([
    ['product_type', type.id, type.value],
    ['product_category', category.id, category.name],
    ['seller+product_type', `${ids.seller}+${type.id}`, `Linen & Loom + ${type.value}`],
    ['seller+product_category', `${ids.seller}+${category.id}`, `Linen & Loom + ${category.name}`],
  ])('names what %s refers to', async (reference, reference_id, ref_value) => {
    expect(await created({ reference, reference_id })).toMatchObject({ reference, reference_id, ref_value })
  })

  it('keeps a flat rate, with lower-case currencies', async () => {
    const price_set = [eur(5), { amount: 6, currency_code: 'USD' }]
    const rule = await created({ is_active: false, rate: { type: 'flat', include_tax: false, price_set } })
    const kept = [eur(5), { amount: 6, currency_code: 'usd' }]
    expect(rule).toMatchObject({ is_active: false, type: 'flat', percentage_rate: null, price_set: kept, fee_value: '5EUR/6USD' })
    expect(rule.rate.price_set).toEqual(kept)
  })

  it.each([
    ['a flat rate without a fee', { rate: { type: 'flat', include_tax: true } }, 'Flat rate requires fee value'],
    [
      'a percentage rate without a percentage',
      { rate: { type: 'percentage', include_tax: true } },
      'Percentage rate requires percent value',
    ],
    [
      'a minimum above the maximum',
      { rate: { ...rate, min_price_set: [eur(2)], max_price_set: [eur(1)] } },
      'Invalid price range',
    ],
    ['an id of another kind of record', { reference_id: type.id }, 'Invalid reference id'],
    ['a missing second id', { reference: 'seller+product_type' }, 'Invalid reference id'],
    [
      'a percentage above 100',
      { rate: { ...rate, percentage_rate: 101 } },
      "Invalid request: Value for field 'rate, percentage_rate' too big, expected at most: '100'",
    ],
    [
      'a negative percentage',
      { rate: { ...rate, percentage_rate: -1 } },
      "Invalid request: Value for field 'rate, percentage_rate' too small, expected at least: '0'",
    ],
    [
      'two amounts in the same currency',
      { rate: { ...rate, max_price_set: [eur(1), { amount: 2, currency_code: 'EUR' }] } },
      "Invalid request: Field 'rate, max_price_set': must not name a currency twice",
    ],
    [
      'the whole site',
      { reference: 'site' },
      "Invalid request: Expected: 'seller+product_type, seller+product_category, seller, product_type, product_category' for field 'reference', but got: 'site'",
    ],
  ])('refuses %s', async (_case, body, message) => {
    expect(refusal(await create(body))).toEqual(invalid(message))
    expect(await list()).toMatchObject({ count: 0 })
  })

  it.each([
    ['seller', 'sel_unknown', 'Seller id not found: sel_unknown'],
    ['product_type', 'ptyp_unknown', 'Product type with id: ptyp_unknown was not found'],
    ['product_category', 'pcat_unknown', 'Product category with id: pcat_unknown was not found'],
    ['seller+product_category', `${ids.seller}+pcat_unknown`, 'Product category with id: pcat_unknown was not found'],
  ])('refuses an unknown %s', async (reference, reference_id, message) => {
    expect(refusal(await create({ reference, reference_id }))).toEqual([404, 'not_found', message])
  })

  it('makes one of many for the same reference, also when a request comes again', async () => {
    const op_id = mintOpId(Date.now())
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => create({}, { op_id })),
      ...[1, 2, 3, 4, 5].map(() => create({ is_active: false })),
    ])
    const made = answers.filter(({ status }) => status === 201)
    expect(new Set(made.map(({ body }) => body.commission_rule.id)).size).toBe(1)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(refusal(answer)).toEqual([409, 'conflict', 'Rule already exists!'])
    expect((await create({ reference_id: ids.foreign_seller })).status).toBe(201)
  })
})

describe('the default rule', () => {
  const get = () => service.admin(getDefaultCommissionRule)
  const revision = async () =>
    ((await service.db.collection('commission_rules').findOne({ reference: 'site' }))?.revision as number | undefined) ?? 1

  it('is set, changed in place, deleted and set again', async () => {
    expect(refusal(await get())).toEqual(NO_RULE)
    const first = await setDefault()
    const rule = first.body.commission_rule
    expect([first.status, rule]).toEqual([
      200,
      {
        ...{ id: expect.stringMatching(/^comrule_.{26}$/), name: 'default', reference: 'site', reference_id: '' },
        ...{ is_active: true, ...stored, price_set_id: null, min_price_set_id: null, max_price_set_id: null },
        ...{ fee_value: '10%', ref_value: '', created_at: rule.updated_at, updated_at: rule.updated_at, deleted_at: null },
        rate: stored,
      },
    ])
    const flat = { type: 'flat', include_tax: true, price_set: [eur(1)] }
    const changed = await setDefault({ name: 'Fee', is_active: false, rate: flat })
    expect(changed.body.commission_rule).toMatchObject({
      id: rule.id,
      name: 'Fee',
      is_active: false,
      fee_value: '1EUR',
      created_at: rule.created_at,
    })
    expect((await get()).body).toEqual(changed.body)
    expect(await list()).toMatchObject({ commission_rules: [], count: 0 })
    await send(deleteCommissionRule, rule.id)
    expect(refusal(await get())).toEqual(NO_RULE)
    expect((await setDefault()).body.commission_rule).toMatchObject({ name: 'default', fee_value: '10%', deleted_at: null })
  })

  it('is one only, whoever sets it at the same time', async () => {
    const before = await revision()
    const op_id = mintOpId(Date.now())
    const rates = [1, 2, 3, 4].map((percentage_rate) => ({ rate: { ...rate, percentage_rate } }))
    const answers = await Promise.all([...rates.map((body) => setDefault(body)), ...rates.map(() => setDefault({}, { op_id }))])
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.commission_rule?.id}`)).size).toBe(1)
    expect(new Set(answers.slice(0, rates.length).map(({ etag }) => etag)).size).toBe(rates.length)
    expect(await revision()).toBe(before + rates.length + 1)
    expect(await service.db.collection('commission_rules').countDocuments({ reference: 'site' })).toBe(1)
  })

  it.each([
    [{ rate: { type: 'flat', include_tax: true } }, 'Flat rate requires fee value'],
    [{ reference: 'seller' }, "Invalid request: Expected: 'site' for field 'reference', but got: 'seller'"],
    [{ reference_id: ids.seller }, `Invalid request: Expected: '' for field 'reference_id', but got: '${ids.seller}'`],
    [{ rate: undefined }, "Invalid request: Field 'rate' is required"],
  ])('refuses %j', async (body, message) => {
    expect(refusal(await setDefault(body))).toEqual(invalid(message))
    expect(refusal(await get())).toEqual(NO_RULE)
  })
})

it('is listed without the default rule, the oldest first, through indexes', async () => {
  await setDefault()
  const one = await created()
  const two = await created({ name: 'Clothes', is_active: false, reference: 'product_type', reference_id: type.id })
  expect(await list()).toEqual({ commission_rules: [one, two], count: 2, offset: 0, limit: 50 })
  expect(await list('is_active=false&order=name')).toMatchObject({ commission_rules: [two], count: 1 })
  expect(await list(`reference_id=${ids.seller}`)).toMatchObject({ commission_rules: [one] })
  const { filters, orders } = queriesOf(listCommissionRules)
  const plans = await plansOf(service.db, async () => {
    for (const query of [...filters, ...orders]) await list(query)
  })
  expect(await unindexed(service.db, plans)).toEqual([])
})

it('the active rules that may fit are found by their reference ids, with the default rule', async () => {
  const { commissionRules } = service.deps
  const fitting = async () =>
    (await commissionRules.listFitting([ids.seller, type.id], Date.now() + 10_000)).map(({ name }) => name)
  expect(await fitting()).toEqual([])
  await setDefault()
  await created()
  await created({ name: 'Clothing', reference: 'product_category', reference_id: category.id })
  const clothes = await created({ name: 'Clothes', reference: 'product_type', reference_id: type.id })
  await insertMissing(service.db, {
    commission_rules: Array.from({ length: 300 }, (_, n) => ({
      ...seededCommissionRules[0]!,
      ...{ id: `comrule_${n}`, reference: 'seller' as const, reference_id: `sel_other_${n}` },
    })),
  })
  let found: string[] = []
  const plans = await plansOf(service.db, async () => {
    found = await fitting()
  })
  expect(found.toSorted()).toEqual(['Clothes', 'Linen', 'default'])
  expect(plans.map(({ docsExamined }) => docsExamined)).toEqual([3])
  await send(updateCommissionRule, clothes.id, { body: { is_active: false } })
  expect((await fitting()).toSorted()).toEqual(['Linen', 'default'])
})
