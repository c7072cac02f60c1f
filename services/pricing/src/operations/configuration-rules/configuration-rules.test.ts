import {
  type ConfigurationRuleType,
  createConfigurationRule,
  createVendorProduct,
  DEFAULT_CONFIGURATION,
  findConfiguration,
  getProduct,
  getVendorConfiguration,
  importSellerProducts,
  listConfigurationRules,
  updateConfigurationRule,
  updateProduct,
  updateVendorProduct,
  updateVendorProductStatus,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { FORBIDDEN, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aName, asAdmin } from '../../../test/as-admin.ts'
import { asSeller } from '../../../test/as-seller.ts'
import { memberOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
let other: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
  other = await startPricing(service.servers)
})
afterAll(async () => {
  await other.stop()
  await service.stop()
})
beforeEach(() => service.db.collection('configuration_rules').deleteMany({}))

const admin = asAdmin(() => service)
const { send: seller } = asSeller(() => service)
const create = (rule_type: string, is_enabled: unknown, options: object = {}) =>
  admin(createConfigurationRule, undefined, { body: { rule_type, is_enabled } as never, ...options })
const created = async (rule_type: ConfigurationRuleType, is_enabled: boolean) =>
  (await create(rule_type, is_enabled)).body.configuration_rule
const set = (id: string, is_enabled: boolean, options: object = {}) =>
  admin(updateConfigurationRule, id, { body: { is_enabled }, ...options })
const list = async (query = '') => (await admin(listConfigurationRules, undefined, { query })).body
const inForce = async () => (await seller(getVendorConfiguration)).body.configuration_rules
const invalid = (message: string) => [400, 'invalid_data', message]

describe('a configuration rule', () => {
  it('is made, changed and listed, and told of', async () => {
    const answer = await create('product_import_enabled', false)
    const rule = answer.body.configuration_rule
    const { id, created_at } = rule
    expect([answer.status, answer.etag, rule]).toEqual([
      ...[201, '"1"'],
      {
        ...{ id: expect.stringMatching(/^conf_.{26}$/), rule_type: 'product_import_enabled', is_enabled: false },
        ...{ created_at, updated_at: created_at, deleted_at: null },
      },
    ])
    const changed = await set(id, true)
    expect([changed.status, changed.etag]).toEqual([200, '"2"'])
    expect(changed.body.configuration_rule).toEqual({ ...rule, is_enabled: true, updated_at: expect.any(String) })
    const same = await set(id, true)
    expect([same.status, same.etag]).toEqual([200, '"2"'])
    expect((await set(id, false, { if_match: '"1"' })).status).toBe(412)
    const second = await created('require_product_approval', true)
    expect(await list()).toEqual({
      configuration_rules: [changed.body.configuration_rule, second],
      count: 2,
      offset: 0,
      limit: expect.any(Number),
    })
    expect(await list('rule_type=require_product_approval&fields=is_enabled')).toMatchObject({
      configuration_rules: [{ id: second.id, is_enabled: true }],
      count: 1,
    })
    expect((await service.eventsOf(id, 2)).map(({ type }) => type)).toEqual(
      ['created', 'updated'].map((name) => `configuration-rule.${name}`),
    )
  })

  it.each([
    [
      'a shared catalogue, whose effect is not offered',
      { rule_type: 'global_product_catalog', is_enabled: true },
      "Invalid request: Field 'rule_type': global_product_catalog is not offered: a product belongs to one seller, or to the marketplace",
    ],
    [
      'an unknown type',
      { rule_type: 'nothing', is_enabled: true },
      "Invalid request: Expected: 'global_product_catalog, require_product_approval, product_request_enabled, product_import_enabled' for field 'rule_type', but got: 'nothing'",
    ],
    [
      'a rule that does not say what it is',
      { rule_type: 'product_import_enabled' },
      "Invalid request: Field 'is_enabled' is required",
    ],
    [
      'a text instead of true or false',
      { rule_type: 'product_import_enabled', is_enabled: 'false' },
      "Invalid request: Expected type: 'boolean' for field 'is_enabled', got: 'false'",
    ],
  ])('cannot be %s', async (_case, body, message) => {
    expect(refusal(await admin(createConfigurationRule, undefined, { body: body as never }))).toEqual(invalid(message))
    expect((await list()).count).toBe(0)
  })

  it('keeps its type, and must be there to be changed', async () => {
    const { id } = await created('product_import_enabled', true)
    const body = { rule_type: 'product_request_enabled', is_enabled: true } as never
    expect(refusal(await admin(updateConfigurationRule, id, { body }))).toEqual(
      invalid("Invalid request: Unrecognized fields: 'rule_type'"),
    )
    expect(refusal(await admin(updateConfigurationRule, id, { body: {} as never }))).toEqual(
      invalid("Invalid request: Field 'is_enabled' is required"),
    )
    expect(refusal(await set('conf_none', true))).toEqual([404, 'not_found', 'Configuration rule with id: conf_none not found'])
  })

  it('is one of its type only, whoever makes it at the same time, and when a request comes again', async () => {
    const op_id = mintOpId(Date.now())
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => create('product_request_enabled', false, { op_id })),
      ...[1, 2, 3, 4, 5].map(() => create('product_request_enabled', true)),
    ])
    const made = answers.filter(({ status }) => status === 201)
    expect(new Set(made.map(({ body }) => body.configuration_rule.id)).size).toBe(1)
    const refused = invalid('Configuration rule with rule_type: product_request_enabled, already exists.')
    for (const answer of answers.filter(({ status }) => status !== 201)) expect(refusal(answer)).toEqual(refused)
    expect(refusal(await create('product_request_enabled', false))).toEqual(refused)
    expect((await list()).count).toBe(1)
  })

  it('is found through indexes', async () => {
    await created('product_import_enabled', true)
    const { filters, orders } = queriesOf(listConfigurationRules)
    const plans = await plansOf(service.db, async () => {
      for (const query of [...filters, ...orders]) await list(query)
      await inForce()
    })
    expect(await unindexed(service.db, plans)).toEqual([])
  })

  it('is only for administrators', async () => {
    const { id } = await created('product_import_enabled', true)
    expect((await seller(listConfigurationRules)).status).toBe(401)
    expect((await seller(updateConfigurationRule, id, { body: { is_enabled: false } })).status).toBe(401)
    const body = { rule_type: 'require_product_approval', is_enabled: false } as const
    expect((await seller(createConfigurationRule, undefined, { body })).status).toBe(401)
    expect((await admin(getVendorConfiguration)).status).toBe(401)
  })
})

it('what is in force is shown to every seller and to services: the rules, and the defaults of the other types', async () => {
  expect(await inForce()).toEqual(DEFAULT_CONFIGURATION)
  await created('require_product_approval', false)
  const changed = { ...DEFAULT_CONFIGURATION, require_product_approval: false }
  expect(await inForce()).toEqual(changed)
  expect((await seller(getVendorConfiguration, undefined, {}, 'sel_b')).body.configuration_rules).toEqual(await inForce())
  const asked = await service.send(findConfiguration, { actor: { type: 'service', id: 'sellers' } })
  expect(asked.body.configuration).toEqual(changed)
})

const bowl = (status?: string) =>
  ({
    ...{ title: aName('Bowl'), ...(status && { status }), options: [{ title: 'Glaze', values: ['Blue'] }] },
    variants: [{ title: 'Blue', options: { Glaze: 'Blue' }, prices: [{ currency_code: 'eur', amount: 24 }] }],
  }) as never
const make = (status?: string) => seller(createVendorProduct, undefined, { body: bowl(status) })
const made = async (status?: string) => (await make(status)).body.product
const say = (id: string, status: string) => seller(updateVendorProductStatus, id, { body: { status } as never })
const file = (values: object = {}) => ({
  ...{ 'product title': aName('Imported'), 'variant title': 'One', 'variant option 1 name': 'Size' },
  ...{ 'variant option 1 value': 'S', ...values },
})
const imports = (values: object = {}) =>
  service.send(importSellerProducts, {
    actor: memberOf('sel_a'),
    body: { products: [[{ line: 2, values: file(values) }]] } as never,
  })
const statusOf = async (id: string) => (await admin(getProduct, id)).body.product.status
const typesOf = async (id: string, count: number) => (await service.eventsOf(id, count)).map(({ type }) => type)
const NO_REQUESTS = [403, 'not_allowed', 'Products cannot be proposed: the marketplace has disabled product requests']
const NO_IMPORTS = [403, 'not_allowed', 'Products cannot be imported: the marketplace has disabled imports']

describe('without required approval', () => {
  beforeEach(() => created('require_product_approval', false))

  it('a product that its seller proposes is published at once, without a request', async () => {
    const { id, status } = await made('proposed')
    expect(status).toBe('published')
    expect(await made()).toMatchObject({ status: 'draft' })
    expect((await imports({ 'product status': 'draft' })).body.products).toMatchObject([{ status: 'published' }])
    expect((await say(id, 'draft')).body.product.status).toBe('draft')
    expect((await say(id, 'proposed')).body.product.status).toBe('published')
    expect((await say(id, 'proposed')).body.product.status).toBe('published')
    await admin(updateProduct, id, { body: { status: 'rejected' } })
    expect((await say(id, 'proposed')).body.product.status).toBe('published')
    await admin(updateProduct, id, { body: { status: 'rejected' } })
    // Created, and changed five times: it was proposed twice in a row once.
    expect(await typesOf(id, 6)).toEqual(['product.created', ...Array(5).fill('product.updated')])
    const { body } = await say(id, 'proposed')
    expect((await say(id, 'proposed')).body.product.updated_at).toBe(body.product.updated_at)
  })

  it('a product that waits for approval goes on waiting, and is published when it was withdrawn and is proposed again', async () => {
    const [rule] = (await list()).configuration_rules
    await set(rule!.id, true)
    const { id, status } = await made('proposed')
    expect(status).toBe('proposed')
    await set(rule!.id, false)
    expect((await say(id, 'proposed')).body.product.status).toBe('proposed')
    expect((await seller(updateVendorProduct, id, { body: { subtitle: 'Blue' } })).body.product.status).toBe('proposed')
    await say(id, 'draft')
    expect((await say(id, 'proposed')).body.product.status).toBe('published')
    expect((await typesOf(id, 6)).filter((type) => type.includes('propos'))).toEqual([
      ...['product.proposed', 'product.proposal-ended'],
    ])
  })

  it('a product that its seller publishes is published at once, also one that waits for approval', async () => {
    const [rule] = (await list()).configuration_rules
    await set(rule!.id, true)
    const { id } = await made('proposed')
    expect(refusal(await say(id, 'published'))).toEqual([400, 'not_allowed', 'This feature is disabled!'])
    expect(await statusOf(id)).toBe('proposed')
    await set(rule!.id, false)
    const { product } = (await say(id, 'published')).body
    expect(product.status).toBe('published')
    expect((await say(id, 'published')).body.product.updated_at).toBe(product.updated_at)
    expect((await typesOf(id, 4)).at(-1)).toBe('product.proposal-ended')
    const body = { status: 'published' } as const
    const draft = await made()
    expect(refusal(await seller(updateVendorProductStatus, draft.id, { body }, 'sel_b'))).toEqual(FORBIDDEN)
    expect((await say(draft.id, 'published')).body.product.status).toBe('published')
  })

  it('an administrator may still have a product wait', async () => {
    const { id } = await made()
    expect((await admin(updateProduct, id, { body: { status: 'proposed' } })).body.product.status).toBe('proposed')
  })

  it('publishes nothing of another seller', async () => {
    const { id } = await made()
    const body = { status: 'proposed' } as const
    expect(refusal(await seller(updateVendorProductStatus, id, { body }, 'sel_b'))).toEqual(FORBIDDEN)
    expect(await statusOf(id)).toBe('draft')
  })
})

describe('without product requests', () => {
  it('a product cannot be proposed; drafts, withdrawals and changes are possible', async () => {
    const waiting = await made('proposed')
    const own = (await imports()).body.products[0]
    await created('product_request_enabled', false)
    expect(refusal(await make('proposed'))).toEqual(NO_REQUESTS)
    expect(refusal(await imports())).toEqual(NO_REQUESTS)
    const { id, status } = await made()
    expect(status).toBe('draft')
    expect(refusal(await say(id, 'proposed'))).toEqual(NO_REQUESTS)
    expect(await statusOf(id)).toBe('draft')
    const change = { 'product id': own.id, 'product title': own.title, 'product subtitle': 'changed' }
    expect((await imports(change)).body.products).toMatchObject([{ id: own.id, subtitle: 'changed', status: 'proposed' }])
    expect((await say(waiting.id, 'proposed')).body.product.status).toBe('proposed')
    expect((await say(waiting.id, 'draft')).body.product.status).toBe('draft')
    expect(refusal(await say(waiting.id, 'proposed'))).toEqual(NO_REQUESTS)
  })

  it('it is published all the same if no approval is required', async () => {
    await created('product_request_enabled', false)
    await created('require_product_approval', false)
    expect((await made('proposed')).status).toBe('published')
    expect((await imports()).body.products).toMatchObject([{ status: 'published' }])
  })
})

it('without imports, sellers import nothing, neither new products nor changes', async () => {
  const own = (await imports()).body.products[0]
  const { id } = await created('product_import_enabled', false)
  expect(refusal(await imports())).toEqual(NO_IMPORTS)
  const change = { 'product id': own.id, 'product title': own.title, 'product subtitle': 'changed' }
  expect(refusal(await imports(change))).toEqual(NO_IMPORTS)
  expect((await admin(getProduct, own.id)).body.product.subtitle).toBe(null)
  expect((await made('proposed')).status).toBe('proposed')
  await set(id, true)
  expect((await imports(change)).body.products).toMatchObject([{ subtitle: 'changed' }])
})

it('a change applies at every replica as soon as it is answered', async () => {
  const at = (replica: PricingUnderTest) =>
    replica.send(createVendorProduct, { actor: memberOf('sel_a'), body: bowl('proposed'), replica: replica.id })
  const { id } = await created('require_product_approval', false)
  for (const is_enabled of [true, false, true, false]) {
    await set(id, is_enabled)
    const answers = await Promise.all([service, other, service, other].map(at))
    const expected = is_enabled ? 'proposed' : 'published'
    expect(answers.map(({ body }) => body.product.status)).toEqual(Array(4).fill(expected))
  }
})

it('a request that comes again finds its product as it was, though no approval is required any more', async () => {
  const options = { op_id: mintOpId(Date.now()), body: bowl('proposed') }
  const first = (await seller(createVendorProduct, undefined, options)).body.product
  await created('require_product_approval', false)
  const again = (await seller(createVendorProduct, undefined, options)).body.product
  expect([again.id, again.status]).toEqual([first.id, 'proposed'])
})
