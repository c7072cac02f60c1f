import { createPromotion, deletePromotion, getPromotion, listPromotions, type Operation, updatePromotion } from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { type CallOptions, invalid, patient, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aUseCount } from '../../../test/promotion-builders.ts'
import { ADMIN, type CartUnderTest, startCart } from '../../../test/service.ts'

let service: CartUnderTest
let made = 0

beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

const admin = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: ADMIN, ...options })
const aCode = () => `CODE-${++made}`
const anIdentifier = () => `campaign-${++made}`
const RULE = { attribute: 'items.product.id', operator: 'eq', values: 'prod_1' }
const PERCENT = { type: 'percentage', target_type: 'order', value: 10 }
const FIXED = { type: 'fixed', target_type: 'items', allocation: 'each', value: 5, max_quantity: 2, currency_code: 'usd' }
const BUYGET = {
  ...{ type: 'percentage', target_type: 'items', allocation: 'each', value: 50, max_quantity: 2 },
  ...{ apply_to_quantity: 1, buy_rules_min_quantity: 3, buy_rules: [RULE], target_rules: [RULE] },
}
const create = (body: object = {}, options: object = {}) =>
  admin(createPromotion, { body: { code: aCode(), type: 'standard', application_method: PERCENT, ...body }, ...options })
const of = (method: object, rest: object = {}) => create({ application_method: method, ...rest })
const made1 = async (body: object = {}) => (await create(body)).body.promotion
const get = (id: string, query = '') => admin(getPromotion, { params: { id }, query })
const update = (id: string, body: object, options: object = {}) => admin(updatePromotion, { params: { id }, body, ...options })
const remove = (id: string, options: object = {}) => admin(deletePromotion, { params: { id }, ...options })
const campaigns = () => service.db.collection<{ _id: string; deleted_at: string | null; uses?: object[] }>('campaigns')
async function aCampaign(budget: object | null = { type: 'spend', currency_code: 'usd', limit: 100 }): Promise<string> {
  const campaign = { name: 'Spring', campaign_identifier: anIdentifier(), budget }
  return (await of({ ...FIXED, currency_code: 'usd' }, { campaign })).body.promotion.campaign_id
}
const unknown = (id: string) => [404, 'not_found', `Promotion with id or code: ${id} was not found`]

describe('create-promotion', () => {
  it('creates a draft with its rules, and publishes an event', async () => {
    const target_rules = [{ ...RULE, values: ['prod_1', 'prod_2'], description: 'Two products' }]
    const rules = [{ attribute: 'customer.groups.id', operator: 'in', values: 'cusgroup_1' }]
    const code = aCode()
    const body = { code, metadata: { a: 1 }, application_method: { ...FIXED, target_rules, description: 'd' }, rules }
    const { status, etag, body: answer } = await create(body)

    const dates = { created_at: expect.any(String), updated_at: expect.any(String), deleted_at: null }
    const value = (text: string) => ({ id: expect.stringMatching(/^prorulval_/), value: text })
    expect({ status, etag }).toMatchObject({ status: 200, etag: expect.stringMatching(/^"1/) })
    expect(answer.promotion).toEqual({
      id: expect.stringMatching(/^promo_[0-9A-Z]{26}$/),
      ...{ code, type: 'standard', status: 'draft', is_automatic: false, is_tax_inclusive: false, limit: null, used: 0 },
      ...{ campaign_id: null, campaign: null, metadata: { a: 1 }, ...dates },
      application_method: {
        ...{ id: expect.stringMatching(/^proappmet_/), promotion_id: answer.promotion.id },
        ...{ type: 'fixed', target_type: 'items', allocation: 'each', value: 5, currency_code: 'usd', max_quantity: 2 },
        ...{ apply_to_quantity: null, buy_rules_min_quantity: null, buy_rules: [], ...dates },
        target_rules: [
          {
            ...{ id: expect.stringMatching(/^prorul_/), attribute: 'items.product.id', operator: 'eq', ...dates },
            ...{ description: 'Two products', values: [value('prod_1'), value('prod_2')] },
          },
        ],
      },
      rules: [
        {
          ...{ id: expect.stringMatching(/^prorul_/), attribute: 'customer.groups.id', operator: 'in' },
          values: [value('cusgroup_1')],
        },
      ],
    })
    const { id } = answer.promotion
    expect(createPromotion.response.safeParse((await get(id, 'fields=%2Brules.description,*rules')).body).error).toBeUndefined()
    expect(await service.eventsOf(id, 1)).toEqual([{ seq: 1, type: 'promotion.created', ids: { id } }])
  })

  it('accepts all other fields', async () => {
    const said = { status: 'active', is_tax_inclusive: true, limit: 3 }
    expect((await create(said)).body.promotion).toMatchObject(said)
    expect((await create({ is_automatic: true, limit: null })).body.promotion).toMatchObject({ is_automatic: true, limit: null })
    const { promotion } = (await of(BUYGET, { type: 'buyget' })).body
    expect(promotion).toMatchObject({ type: 'buyget', application_method: { buy_rules: [{}], buy_rules_min_quantity: 3 } })
    expect((await of({ ...FIXED, currency_code: 'EUR' })).body.promotion.application_method.currency_code).toBe('EUR')
    expect((await of({ ...PERCENT, allocation: 'across' })).body.promotion.application_method.allocation).toBe('across')
  })

  it.each([
    [
      { code: undefined, type: undefined, application_method: undefined },
      "Field 'code' is required; Field 'type' is required; Field 'application_method' is required",
    ],
    [
      { application_method: {} },
      "Field 'application_method, value' is required; Field 'application_method, type' is required; Field 'application_method, target_type' is required",
    ],
    [{ foo: 1 }, "Unrecognized fields: 'foo'"],
    [{ used: 4 }, "Unrecognized fields: 'used'"],
    [{ code: '' }, "Value for field 'code' too small, expected at least: '1'"],
    [{ code: 'x'.repeat(256) }, "Value for field 'code' too big, expected at most: '255'"],
    [{ type: 'other' }, "Expected: 'standard, buyget' for field 'type', but got: 'other'"],
    [{ status: 'other' }, "Expected: 'draft, active, inactive' for field 'status', but got: 'other'"],
    [{ is_automatic: 'true' }, "Expected type: 'boolean' for field 'is_automatic', got: 'true'"],
    [{ limit: 0 }, "Value for field 'limit' too small, expected at least: '1'"],
    [{ limit: -1 }, "Value for field 'limit' too small, expected at least: '1'"],
    [{ limit: 1.5 }, "Expected type: 'int' for field 'limit', got: '1.5'"],
    [{ is_automatic: true, limit: 4 }, 'Automatic promotions cannot have a usage limit'],
    [
      { application_method: { ...FIXED, value: -1 } },
      "Value for field 'application_method, value' too small, expected at least: '0'",
    ],
    [
      { application_method: { ...FIXED, max_quantity: 0 } },
      "Value for field 'application_method, max_quantity' too small, expected at least: '1'",
    ],
    [
      { application_method: { ...PERCENT, type: 'other' } },
      "Expected: 'fixed, percentage' for field 'application_method, type', but got: 'other'",
    ],
    [
      { type: 'buyget', application_method: FIXED },
      'Buyget promotions require at least one buy rule and quantities to be defined',
    ],
    [
      { type: 'buyget', application_method: { ...BUYGET, buy_rules: [] } },
      'Buyget promotions require at least one buy rule and quantities to be defined',
    ],
    [
      { type: 'buyget', application_method: { ...BUYGET, apply_to_quantity: undefined } },
      'Buyget promotions require at least one buy rule and quantities to be defined',
    ],
    [{ rules: [{ operator: 'eq' }] }, "Field 'rules, 0, attribute' is required; Field 'rules, 0, values' is required"],
    [{ rules: [{ ...RULE, operator: 'like' }] }, "Field 'rules, 0, operator' is required"],
    [{ rules: [{ ...RULE, values: [1] }] }, "Field 'rules, 0, values' is required"],
    [{ rules: [{ ...RULE, id: 'prorul_1' }] }, "Unrecognized fields: 'id'"],
    [
      { campaign_id: 'procamp_1', campaign: { name: 'a', campaign_identifier: 'a' } },
      "Provide either the 'campaign' or 'campaign_id' parameter; both cannot be used simultaneously.",
    ],
    [{ campaign: {} }, "Field 'campaign, name' is required; Field 'campaign, campaign_identifier' is required"],
    [
      { campaign: { name: 'a', campaign_identifier: 'a', budget: { type: 'spend' } } },
      'currency_code is required when budget type is spend',
    ],
    [
      { campaign: { name: 'a', campaign_identifier: 'a', budget: { type: 'usage', currency_code: 'usd' } } },
      'currency_code should not be present when budget type is usage',
    ],
    [
      { campaign: { name: 'a', campaign_identifier: 'a', budget: { type: 'use_by_attribute' } } },
      'campaign budget attribute is required when budget type is USE_BY_ATTRIBUTE or SPEND_BY_ATTRIBUTE',
    ],
  ])('rejects %j', async (body, message) => {
    expect(refusal(await create(body))).toEqual(invalid(`Invalid request: ${message}`))
  })

  const required = (field: string) => `${field} is a required field for Promotion type of buyget`
  it.each([
    [{ ...PERCENT, value: 0 }, 'standard', 'Application Method value should be a percentage number between 0 and 100'],
    [{ ...PERCENT, value: 100.01 }, 'standard', 'Application Method value should be a percentage number between 0 and 100'],
    [
      { ...PERCENT, target_rules: [RULE] },
      'standard',
      'Target rules for application method with target type (order) is not allowed',
    ],
    [
      { ...PERCENT, target_type: 'items' },
      'standard',
      "application_method.allocation should be either 'across OR each OR once' when application_method.target_type is either 'shipping_methods OR items'",
    ],
    [
      { ...FIXED, max_quantity: null },
      'standard',
      "application_method.max_quantity is required when application_method.allocation is 'each OR once'",
    ],
    [
      { ...PERCENT, target_type: 'shipping_methods', allocation: 'once' },
      'standard',
      "application_method.max_quantity is required when application_method.allocation is 'each OR once'",
    ],
    [
      { ...FIXED, allocation: 'across' },
      'standard',
      'application_method.max_quantity is not allowed to be set for allocation (across)',
    ],
    [
      { ...PERCENT, allocation: 'once', max_quantity: 1 },
      'standard',
      "application_method.allocation 'once' is not compatible with target_type 'order'",
    ],
    [{ ...FIXED, buy_rules: [RULE] }, 'standard', "Can't add buy rules to a standard promotion"],
    [{ ...BUYGET, target_rules: [] }, 'buyget', 'Target rules are required for buyget promotion type'],
    [{ ...BUYGET, apply_to_quantity: null }, 'buyget', required('apply_to_quantity')],
    [{ ...BUYGET, buy_rules_min_quantity: null }, 'buyget', required('buy_rules_min_quantity')],
    [{ ...BUYGET, max_quantity: null }, 'buyget', required('application_method.max_quantity')],
    [
      { ...BUYGET, apply_to_quantity: 3 },
      'buyget',
      'max_quantity (2) must be greater than or equal to apply_to_quantity (3) for BUYGET promotions.',
    ],
    [{ ...FIXED, target_rules: [{ ...RULE, attribute: '' }] }, 'standard', 'rules[].attribute is a required field'],
  ])('rejects the application method %j of a %s promotion', async (method, type, message) => {
    expect(refusal(await of(method, { type }))).toEqual(invalid(message))
  })

  it('rejects more rules, and more values, than a promotion may hold', async () => {
    const rules = Array.from({ length: 6 }, () => ({ ...RULE, values: Array.from({ length: 1000 }, (_, n) => `${n}`) }))
    expect((await create({ rules: rules.slice(1) })).status).toBe(200)
    expect(refusal(await create({ rules }))).toEqual(
      invalid('The rules of a promotion must not name more than 5000 values in all'),
    )
    const many = Array.from({ length: 101 }, () => RULE)
    expect(refusal(await create({ rules: many }))).toEqual(
      invalid("Invalid request: Value for field 'rules' too big, expected at most: '100'"),
    )
  })

  it('returns the same promotion for every attempt of one op-id', async () => {
    const campaign = { name: 'Once', campaign_identifier: anIdentifier(), budget: { type: 'usage', limit: 5 } }
    const code = aCode()
    const options = { op_id: mintOpId(Date.now()), ...patient() }
    const answers = await Promise.all([1, 2, 3, 4].map(() => create({ code, campaign }, options)))
    answers.push(await create({ code, campaign }, options))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await campaigns().countDocuments({ name: 'Once' } as never)).toBe(1)
  })

  it('gives a code to only one of many concurrent requests, and again after its promotion is deleted', async () => {
    const code = aCode()
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ code }, patient())))
    const granted = answers.filter(({ status }) => status === 200)
    expect(granted).toHaveLength(1)
    const taken = invalid(`Promotion with code: ${code}, already exists.`)
    expect(answers.filter((one) => one !== granted[0]).map(refusal)).toEqual(Array.from({ length: 9 }, () => taken))
    expect((await create({ code: code.toLowerCase() })).status).toBe(200)

    await remove(granted[0]!.body.promotion.id)
    expect((await create({ code })).status).toBe(200)
  })
})

describe('create-promotion with a campaign', () => {
  it('creates the given campaign, and shows it with its budget', async () => {
    const campaign_identifier = anIdentifier()
    const budget = { type: 'spend', currency_code: 'usd', limit: 100.5 }
    const campaign = { name: 'Spring', campaign_identifier, budget, ends_at: '2030-01-01' }
    const { promotion } = (await of(FIXED, { campaign })).body

    const dates = { created_at: expect.any(String), updated_at: expect.any(String), deleted_at: null }
    expect(promotion.campaign).toEqual({
      ...{ id: expect.stringMatching(/^procamp_/), name: 'Spring', description: null, campaign_identifier, starts_at: null },
      ...{ ends_at: '2030-01-01T00:00:00.000Z', ...dates },
      budget: {
        ...{ id: expect.stringMatching(/^probudg_/), campaign_id: promotion.campaign_id },
        ...{ ...budget, used: 0, attribute: null, ...dates },
      },
    })
    expect(promotion.campaign_id).toBe(promotion.campaign.id)
    expect(await service.eventsOf(promotion.campaign_id, 1)).toMatchObject([{ type: 'campaign.created' }])
    const all = (await get(promotion.id, 'fields=campaign,campaign.budget.usages')).body.promotion.campaign
    expect(all.budget.usages).toEqual([])
  })

  it('creates neither if one of them is rejected', async () => {
    const campaign_identifier = anIdentifier()
    const campaign = { name: 'a', campaign_identifier }
    const code = aCode()
    await create({ code, campaign })
    const before = await campaigns().countDocuments()

    expect(refusal(await create({ campaign }))).toEqual(
      invalid(`Promotion campaign with campaign_identifier: ${campaign_identifier}, already exists.`),
    )
    const other = { name: 'a', campaign_identifier: anIdentifier() }
    expect(refusal(await create({ code, campaign: other }))).toEqual(invalid(`Promotion with code: ${code}, already exists.`))
    const eur = { ...other, budget: { type: 'spend', currency_code: 'eur' } }
    expect(refusal(await of(FIXED, { campaign: eur }))).toEqual(invalid('Currency between promotion and campaigns should match'))
    expect(refusal(await of({ ...PERCENT, value: 0 }, { campaign: other }))[0]).toBe(400)
    expect(await campaigns().countDocuments()).toBe(before)
  })

  it('gives a code to only one of many concurrent requests with campaigns', async () => {
    const code = aCode()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        create({ code, campaign: { name: 'Race', campaign_identifier: anIdentifier() } }, patient()),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const taken = invalid(`Promotion with code: ${code}, already exists.`)
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(refusal(answer)).toEqual(taken)
    const [granted] = answers.filter(({ status }) => status === 200)
    expect(granted!.body.promotion.campaign).toMatchObject({ name: 'Race' })
  })

  it('accepts the id of an existing campaign', async () => {
    const campaign_id = await aCampaign()
    expect((await of(FIXED, { campaign_id })).body.promotion).toMatchObject({ campaign_id, campaign: { id: campaign_id } })
    expect(refusal(await create({ campaign_id: 'procamp_none' }))).toEqual([
      404,
      'not_found',
      'Could not find campaign with id - procamp_none',
    ])
    expect((await create({ campaign_id })).body.promotion).toMatchObject({ campaign_id })
  })
})

describe('get-promotion', () => {
  it('finds a promotion by its id or its code, unless it is deleted', async () => {
    const { id, code } = await made1()
    for (const one of [id, code]) expect(await get(one)).toMatchObject({ status: 200, etag: '"1"', body: { promotion: { id } } })
    expect(refusal(await get(code.toLowerCase()))).toEqual(unknown(code.toLowerCase()))
    await remove(id)
    for (const one of [id, code, 'none']) expect(refusal(await get(one))).toEqual(unknown(one))
  })

  it('shows the requested fields', async () => {
    const { id, code } = await made1({ rules: [{ ...RULE, description: 'd' }] })
    expect((await get(id, 'fields=code,rules.attribute')).body.promotion).toEqual({
      ...{ id, code },
      rules: [{ id: expect.any(String), attribute: RULE.attribute }],
    })
    expect((await get(id, 'fields=%2Brules.description')).body.promotion.rules).toMatchObject([{ description: 'd' }])
  })

  it('shows neither a deleted campaign nor the marks of counted orders', async () => {
    const campaign_id = await aCampaign()
    const { id } = (await of(FIXED, { campaign_id })).body.promotion
    const marks = [{ key: 'cart_1 1', at: '2026-01-01T00:00:00.000Z', amount: '5', is_given_up: false }]
    await insertMissing(service.db, {
      use_counts: [aUseCount(campaign_id, 5, { marks }), aUseCount(id, 1, { marks })],
    })
    for (const query of ['', 'fields=*campaign', 'fields=campaign,uses', 'fields=campaign.uses,campaign.budget']) {
      const { text, body } = await get(id, query)
      expect(text).not.toMatch(/marks|usages|cart_1/)
      expect(body.promotion.campaign).toMatchObject({ id: campaign_id })
    }
    expect((await admin(listPromotions, { query: `id=${id}&fields=*campaign,uses` })).text).not.toContain('cart_1')

    const { etag } = await get(id)
    await campaigns().updateOne(
      { _id: campaign_id },
      { $set: { deleted_at: '2026-01-01T00:00:00.000Z' }, $inc: { revision: 1 } as never },
    )
    expect((await get(id)).body.promotion).toMatchObject({ campaign_id, campaign: null })
    expect((await get(id)).etag).not.toBe(etag)
  })
})

describe('update-promotion', () => {
  it('changes the named fields, and publishes an event', async () => {
    const before = await made1({ metadata: { a: 1, b: 2 }, rules: [RULE] })
    const code = aCode()
    const body = { code, status: 'active', is_tax_inclusive: true, limit: 7, metadata: { b: null, c: 3 } }
    const { status, etag, body: answer } = await update(before.id, body)
    expect({ status, etag }).toEqual({ status: 200, etag: '"2"' })
    expect(answer.promotion).toEqual({ ...before, ...body, metadata: { a: 1, b: null, c: 3 }, updated_at: expect.any(String) })
    expect(await service.eventsOf(before.id, 2)).toMatchObject([{}, { type: 'promotion.updated', ids: { id: before.id } }])
    expect((await get(before.code)).status).toBe(404)
  })

  it('changes the application method, and keeps its rules', async () => {
    const { id, application_method: before } = (await of({ ...FIXED, target_rules: [RULE] })).body.promotion
    const method = async (change: object) => (await update(id, { application_method: change })).body.promotion.application_method
    expect(await method({ value: 7, description: 'd' })).toEqual({ ...before, value: 7, updated_at: expect.any(String) })
    expect(await method({ allocation: 'across' })).toMatchObject({ allocation: 'across', max_quantity: null })
    // Without a max_quantity, it is 1.
    expect(await method({ allocation: 'each' })).toMatchObject({ allocation: 'each', max_quantity: null })
    expect(await method({ type: 'percentage', currency_code: null })).toMatchObject({ type: 'percentage', currency_code: null })
    expect(await method({ target_type: 'order' })).toMatchObject({ target_type: 'order', target_rules: [{}] })
  })

  it('keeps the currency as it is given, and compares it with that of a campaign regardless of case', async () => {
    const campaign = { name: 'Spring', campaign_identifier: anIdentifier(), budget: { type: 'spend', currency_code: 'Usd' } }
    const { id, ...before } = (await of({ ...FIXED, currency_code: 'USD' }, { campaign })).body.promotion
    expect(before).toMatchObject({ application_method: { currency_code: 'USD' }, campaign: { budget: { currency_code: 'Usd' } } })
    const { campaign_id } = before
    for (const currency_code of ['usd', 'USD']) {
      const { status, body } = await update(id, { campaign_id, application_method: { currency_code } })
      expect([status, body.promotion.application_method.currency_code]).toEqual([200, currency_code])
    }
    expect((await update(id, { campaign_id, application_method: { currency_code: 'EUR' } })).status).toBe(400)
  })

  it('writes nothing when nothing changes', async () => {
    const { id, code, updated_at } = (await of(FIXED)).body.promotion
    for (const body of [{}, { code }, { application_method: {} }, { application_method: { value: 5 } }, { campaign_id: null }]) {
      const { etag, body: answer } = await update(id, body)
      expect([etag, answer.promotion.updated_at]).toEqual(['"1"', updated_at])
    }
  })

  it('adds a promotion to a campaign, and removes it again', async () => {
    const campaign_id = await aCampaign()
    const { id } = (await of(FIXED)).body.promotion
    expect((await update(id, { campaign_id })).body.promotion).toMatchObject({ campaign_id, campaign: { id: campaign_id } })
    expect((await update(id, { campaign_id: null })).body.promotion).toMatchObject({ campaign_id: null, campaign: null })
    expect(refusal(await update(id, { campaign_id: 'procamp_none' }))).toEqual(
      invalid('Could not find campaign with id procamp_none'),
    )
    const other = await made1()
    expect(refusal(await update(other.id, { campaign_id }))).toEqual(
      invalid(`Currency code doesn't match for campaign (${campaign_id}) and promotion (${other.id})`),
    )
  })

  it('rejects a limit below the number of uses so far', async () => {
    const { id } = await made1({ limit: 5 })
    await insertMissing(service.db, { use_counts: [aUseCount(id, 2)] })
    expect(refusal(await update(id, { limit: 1 }))).toEqual(invalid('Promotion limit (1) cannot be less than current usage (2)'))
    for (const limit of [2, 9, null]) expect((await update(id, { limit })).body.promotion).toMatchObject({ limit, used: 2 })
    const listed = (await admin(listPromotions, { query: `id=${id}` })).body
    expect(listed.promotions).toMatchObject([{ id, used: 2 }])
  })

  it.each([
    [{}, { is_automatic: true, limit: 3 }, 'Invalid request: Automatic promotions cannot have a usage limit'],
    [{ limit: 3 }, { is_automatic: true }, 'Automatic promotions cannot have a usage limit'],
    [{ is_automatic: true }, { limit: 3 }, 'Automatic promotions cannot have a usage limit'],
    [{}, { rules: [] }, "Invalid request: Unrecognized fields: 'rules'"],
    [{}, { code: null }, "Invalid request: Expected type: 'string' for field 'code', got: 'null'"],
    [{}, { application_method: { value: 101 } }, 'Application Method value should be a percentage number between 0 and 100'],
    [{}, { application_method: { target_type: 'items' } }, /^application_method.allocation should be either/],
    [{}, { type: 'buyget' }, 'apply_to_quantity is a required field for Promotion type of buyget'],
    [
      { application_method: FIXED },
      { type: 'buyget', application_method: { apply_to_quantity: 1, buy_rules_min_quantity: 1 } },
      'Buy rules are required for buyget promotion type',
    ],
    [{ type: 'buyget', application_method: BUYGET }, { type: 'standard' }, "Can't add buy rules to a standard promotion"],
    [
      { type: 'buyget', application_method: BUYGET },
      { application_method: { max_quantity: null } },
      'application_method.max_quantity is a required field for Promotion type of buyget',
    ],
    [
      { application_method: { ...FIXED, allocation: 'across', max_quantity: null } },
      { application_method: { max_quantity: 3 } },
      'application_method.max_quantity is not allowed to be set for allocation (across)',
    ],
  ])('rejects, for a promotion with %j, the change %j', async (present, change, message) => {
    const { id } = await made1(present)
    const [status, type, text] = refusal(await update(id, change))
    expect([status, type]).toEqual([400, 'invalid_data'])
    expect(text).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
  })

  it('rejects a taken code, unknown promotions and wrong revisions', async () => {
    const [one, other] = [await made1(), await made1()]
    expect(refusal(await update(one.id, { code: other.code }))).toEqual(
      invalid(`Promotion with code: ${other.code}, already exists.`),
    )
    for (const id of ['promo_none', one.code])
      expect(refusal(await update(id, { status: 'active' }))).toEqual([404, 'not_found', `Promotion id not found: ${id}`])
    expect((await update(one.id, { status: 'active' }, { if_match: '"7"' })).status).toBe(412)
    expect((await update(one.id, { status: 'active' }, { if_match: '"1"' })).status).toBe(200)
  })

  it('loses none of many concurrent changes', async () => {
    const { id } = await made1()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => update(id, { metadata: { [`key${n}`]: n } }, patient())),
    )
    expect(new Set(answers.map(({ etag }) => etag)).size).toBe(12)
    expect(Object.keys((await get(id)).body.promotion.metadata)).toHaveLength(12)
  })
})

describe('delete-promotion', () => {
  it('deletes the promotion, and publishes an event; deleting it again succeeds', async () => {
    const { id } = await made1()
    const deleted = { id, object: 'promotion', deleted: true }
    expect(await remove(id)).toMatchObject({ status: 200, etag: '"2"', body: deleted })
    expect(await service.eventsOf(id, 2)).toMatchObject([{}, { type: 'promotion.deleted', ids: { id } }])
    expect(await remove(id)).toMatchObject({ status: 200, etag: undefined, body: deleted })
    expect(await remove('promo_none')).toMatchObject({ status: 200, body: { id: 'promo_none', deleted: true } })
    expect((await remove(id, { if_match: '"2"' })).status).toBe(412)
  })

  it('deletes it once for many concurrent requests, even while others change it', async () => {
    const { id } = await made1()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => (n % 2 ? remove(id, patient()) : update(id, { status: 'active' }, patient()))),
    )
    for (const [n, { status }] of answers.entries()) expect(n % 2 ? [200] : [200, 404]).toContain(status)
    expect(answers.filter(({ etag }, n) => n % 2 === 1 && etag !== undefined)).toHaveLength(1)
  })
})

describe('list-promotions', () => {
  const list = async (query: string) => (await admin(listPromotions, { query })).body
  const codesOf = (body: { promotions: { code: string }[] }) => body.promotions.map(({ code }) => code)

  it('pages, sorts, filters and searches, the oldest first', async () => {
    const campaign_id = await aCampaign(null)
    const word = `w${mintOpId(Date.now()).slice(-12)}`
    for (const name of ['BEES', 'ANTS', 'COWS']) await of(FIXED, { code: `${word}-${name}`, campaign_id })
    const code = (name: string) => `${word}-${name}`
    await create({ code: code('DOGS') })
    await remove((await get(code('DOGS'))).body.promotion.id)

    const page = await list(`q=${word}&limit=2`)
    expect(page).toMatchObject({ count: 3, offset: 0, limit: 2 })
    expect(codesOf(page)).toEqual([code('BEES'), code('ANTS')])
    expect(page.promotions[0]).toEqual((await get(code('BEES'))).body.promotion)
    expect(await list('limit=0')).toMatchObject({ promotions: [], limit: 0 })
    expect(codesOf(await list(`q=${word.slice(1)}&order=code`))).toEqual(['ANTS', 'BEES', 'COWS'].map(code))
    expect(codesOf(await list(`q=${word}&order=type&limit=1`))).toEqual([code('BEES')])
    expect(codesOf(await list(`code[]=${code('ANTS')}&code[]=${code('COWS')}`))).toEqual(['ANTS', 'COWS'].map(code))
    expect(codesOf(await list(`campaign_id=${campaign_id}&offset=1&limit=2`))).toEqual([code('BEES'), code('ANTS')])
    expect((await list('application_method[currency_code]=chf')).count).toBe(0)
    const capital = await of({ ...FIXED, currency_code: 'USD' })
    const ofCapital = (filter: string) => list(`id=${capital.body.promotion.id}&application_method[currency_code]${filter}`)
    for (const filter of ['=usd', '=USD', '[]=chf&application_method[currency_code][]=Usd'])
      expect((await ofCapital(filter)).count).toBe(1)
    for (const filter of ['=chf', '[$ne]=usd']) expect((await ofCapital(filter)).count).toBe(0)
    expect(codesOf(await list(`$or[0][code]=${code('ANTS')}&$or[1][code]=${code('COWS')}`))).toEqual(['ANTS', 'COWS'].map(code))
    expect((await list(`q=${word}&created_at[$gt]=2100-01-01`)).count).toBe(0)
    expect(codesOf(await list(`q=${word}&with_deleted=true&limit=1&order=-created_at`))).toEqual([code('DOGS')])
    expect(codesOf(await list(`q=${word}&with_deleted=true&deleted_at[$ne]=null`))).toEqual([code('DOGS')])
  })

  it('reads the campaigns of a page with one query', async () => {
    const ids = [await aCampaign(null), await aCampaign(null), await aCampaign(null)]
    const asked = ids.map((id) => `campaign_id[]=${id}`).join('&')
    let shown: { promotions: { campaign_id: string; campaign: { id: string } }[] } | undefined
    const plans = await plansOf(service.db, async () => {
      shown = await list(asked)
    })
    expect(shown!.promotions.map(({ campaign }) => campaign.id)).toEqual(ids)
    expect(plans.filter(({ ns }) => ns.endsWith('.campaigns'))).toHaveLength(1)
  })

  it('supports all its filters, orders and searches, each from an index', async () => {
    const { filters, orders, search } = queriesOf(listPromotions, { 'application_method.currency_code': 'usd' })
    const plans = await plansOf(service.db, async () => {
      for (const query of [...filters, ...orders, ...search])
        expect({ query, status: (await admin(listPromotions, { query })).status }).toEqual({ query, status: 200 })
    })
    expect(await unindexed(service.db, plans)).toEqual([])
  })

  it.each(['foo=1', 'status=active', 'order=metadata', 'limit=x', 'application_method[foo]=1'])('rejects %s', async (query) => {
    expect(await admin(listPromotions, { query })).toMatchObject({ status: 400, body: { type: 'invalid_data' } })
  })
})

it.each([listPromotions, createPromotion, getPromotion, updatePromotion, deletePromotion])(
  '$name is for administrators only',
  async (operation) => {
    const options = { params: { id: 'promo_1' } as never, body: {} as never }
    expect((await service.store(operation as Operation, options)).status).toBe(401)
  },
)
