import {
  batchPromotionBuyRules,
  batchPromotionRules,
  batchPromotionTargetRules,
  createPromotion,
  getPromotion,
  type Operation,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { invalid, patient, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN, type CartUnderTest, startCart } from '../../../test/service.ts'

const RULE = { attribute: 'items.product.id', operator: 'eq', values: 'prod_1' }
let service: CartUnderTest
let made = 0

beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

interface Rule {
  id: string
  attribute: string
  values: { value: string }[]
}

async function aPromotion(type: 'standard' | 'buyget' = 'buyget'): Promise<string> {
  const terms = { type: 'percentage', target_type: 'items', allocation: 'each', value: 50, max_quantity: 2 }
  const buyget = { apply_to_quantity: 1, buy_rules_min_quantity: 3, buy_rules: [RULE] }
  const application_method = { ...terms, target_rules: [RULE], ...(type === 'buyget' && buyget) }
  const body = { code: `BATCH-${++made}`, type, application_method, rules: [RULE] } as never
  return (await service.send(createPromotion, { actor: ADMIN, body })).body.promotion.id
}
const send = (operation: Operation, id: string, body: object, options: object = {}) =>
  service.send(operation, { actor: ADMIN, params: { id } as never, body, ...options })
const shown = async (id: string) =>
  (
    await service.send(getPromotion, {
      actor: ADMIN,
      params: { id },
      query: 'fields=*rules,rules.values,*application_method,application_method.target_rules,application_method.buy_rules',
    })
  ).body.promotion
const valuesOf = ({ values }: Rule) => values.map(({ value }) => value)

describe.each([
  ['rules', batchPromotionRules, (promotion: { rules: Rule[] }) => promotion.rules],
  ['target rules', batchPromotionTargetRules, (promotion: Methodical) => promotion.application_method.target_rules],
  ['buy rules', batchPromotionBuyRules, (promotion: Methodical) => promotion.application_method.buy_rules],
] as const)('a batch of %s', (_name, operation, rulesOf) => {
  const rules = async (id: string): Promise<Rule[]> => rulesOf((await shown(id)) as never)

  it('creates, changes and deletes rules, and publishes an event', async () => {
    const id = await aPromotion()
    const [first] = await rules(id)
    const create = [
      { ...RULE, description: 'd', values: ['a', 'b'] },
      { ...RULE, operator: 'in' },
    ]
    const added = await send(operation, id, { create })

    const dates = { created_at: expect.any(String), updated_at: expect.any(String), deleted_at: null }
    const values = (...texts: string[]) => texts.map((value) => ({ id: expect.stringMatching(/^prorulval_/), value }))
    const made = { id: expect.stringMatching(/^prorul_/), attribute: 'items.product.id', ...dates }
    const nothing = { ids: [], object: 'promotion-rule', deleted: true }
    expect(added).toMatchObject({ status: 200, etag: '"2"' })
    expect(added.body).toEqual({
      created: [
        { ...made, operator: 'eq', description: 'd', values: values('a', 'b') },
        { ...made, operator: 'in', description: null, values: values('prod_1') },
      ],
      updated: [],
      deleted: nothing,
    })
    expect(await rules(id)).toEqual([first, ...added.body.created])
    expect(await service.eventsOf(id, 2)).toMatchObject([{}, { type: 'promotion.updated' }])

    const [one, two] = added.body.created as [Rule, Rule]
    const update = [
      { id: one.id, values: 'c' },
      { id: two.id, attribute: 'items.variant.id', operator: 'ne', description: 'e', values: [] },
    ]
    const changed = await send(operation, id, { update, delete: [first!.id, 'prorul_none'] })
    expect(changed.body).toEqual({
      created: [],
      updated: [
        { ...one, values: values('c'), updated_at: expect.any(String) },
        { ...two, attribute: 'items.variant.id', operator: 'ne', description: 'e', values: [], updated_at: expect.any(String) },
      ],
      deleted: { ...nothing, ids: [first!.id, 'prorul_none'] },
    })
    expect(await rules(id)).toEqual(changed.body.updated)
    expect(operation.response.safeParse(changed.body).error).toBeUndefined()
  })

  it('is applied as a whole or not at all', async () => {
    const id = await aPromotion()
    const before = await shown(id)
    const [first] = await rules(id)
    const foreign = (await rules(await aPromotion()))[0]!.id
    for (const unknown of ['prorul_none', foreign]) {
      const body = { create: [RULE], delete: [first!.id], update: [{ id: unknown, values: 'a' }] }
      expect(refusal(await send(operation, id, body))).toEqual(invalid(`Promotion rules with id - ${unknown} not found`))
    }
    const other = { create: [RULE, { ...RULE, attribute: '' }] }
    expect(refusal(await send(operation, id, other))).toEqual(invalid('rules[].attribute is a required field'))
    const emptied = { update: [{ id: first!.id, attribute: '', values: 'a' }] }
    expect(refusal(await send(operation, id, emptied))).toEqual(invalid('rules[].attribute is a required field'))
    expect(await shown(id)).toEqual(before)
  })

  it('changes nothing if it is empty, and deletes all rules if it names all', async () => {
    const id = await aPromotion()
    expect(await send(operation, id, {})).toMatchObject({ status: 200, etag: '"1"', body: { created: [], updated: [] } })
    const ids = (await rules(id)).map((rule) => rule.id)
    expect((await send(operation, id, { delete: ids, update: [{ id: ids[0], values: 'a' }] })).body).toMatchObject({
      updated: [],
      deleted: { ids },
    })
    expect(await rules(id)).toEqual([])
  })

  it.each([
    [{ create: [{ operator: 'eq' }] }, "Field 'create, 0, attribute' is required; Field 'create, 0, values' is required"],
    [{ create: [{ ...RULE, operator: 'like' }] }, "Field 'create, 0, operator' is required"],
    [{ update: [{ id: 'prorul_1', attribute: 'a' }] }, "Field 'update, 0, values' is required"],
    [{ update: [{ ...RULE }] }, "Field 'update, 0, id' is required"],
    [{ delete: 'prorul_1' }, "Expected type: 'array' for field 'delete', got: 'prorul_1'"],
    [{ foo: [] }, "Unrecognized fields: 'foo'"],
  ])('rejects %j', async (body, message) => {
    expect(refusal(await send(operation, await aPromotion(), body))).toEqual(invalid(`Invalid request: ${message}`))
  })

  it('is limited in the number of rules and of their values', async () => {
    const id = await aPromotion()
    const create = Array.from({ length: 100 }, () => RULE)
    expect(refusal(await send(operation, id, { create }))).toEqual(
      invalid('A promotion must not have more than 100 rules of one kind'),
    )
    expect((await send(operation, id, { create: create.slice(1) })).body.created).toHaveLength(99)
    const long = Array.from({ length: 5 }, () => ({ ...RULE, values: Array.from({ length: 1000 }, (_, n) => `${n}`) }))
    const other = await aPromotion()
    expect(refusal(await send(operation, other, { create: long }))).toEqual(
      invalid('The rules of a promotion must not name more than 5000 values in all'),
    )
  })

  it('rejects unknown promotions and wrong revisions', async () => {
    for (const body of [{}, { create: [RULE] }, { update: [{ id: 'a', values: 'b' }] }, { delete: ['a'] }])
      expect(refusal(await send(operation, 'promo_none', body))).toEqual([
        404,
        'not_found',
        'Promotion with id: promo_none was not found',
      ])
    const id = await aPromotion()
    expect((await send(operation, id, { create: [RULE] }, { if_match: '"7"' })).status).toBe(412)
    expect((await send(operation, id, { create: [RULE] }, { if_match: '"1"' })).status).toBe(200)
  })

  it('loses no rule of many concurrent batches, and creates none twice when retried', async () => {
    const id = await aPromotion()
    const requests = Array.from({ length: 8 }, (_, n) => ({
      body: { create: [{ ...RULE, values: `${n}` }] },
      options: { op_id: mintOpId(Date.now()), ...patient() },
    }))
    const answers = await Promise.all([...requests, ...requests].map(({ body, options }) => send(operation, id, body, options)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const values = (await rules(id)).flatMap(valuesOf)
    expect(values.toSorted()).toEqual([...requests.map((_, n) => `${n}`), 'prod_1'])
  })

  it('is for administrators only', async () => {
    expect((await service.store(operation as Operation, { params: { id: 'promo_1' } as never, body: {} })).status).toBe(401)
  })
})

interface Methodical {
  application_method: { target_rules: Rule[]; buy_rules: Rule[] }
}

it('rejects buy rules for a standard promotion', async () => {
  const id = await aPromotion('standard')
  expect(refusal(await send(batchPromotionBuyRules, id, { create: [RULE] }))).toEqual(
    invalid("Can't add buy rules to a standard promotion"),
  )
  expect((await send(batchPromotionBuyRules, id, { delete: ['prorul_none'] })).status).toBe(200)
})
