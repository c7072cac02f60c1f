import {
  createCustomerGroup,
  listPromotionRuleAttributes,
  listPromotionRules,
  listPromotionRuleValues,
  type Operation,
  type PromotionRuleOption,
} from '@souk/contracts'
import { type CallOptions, patient, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { addPromotion } from '../../../test/add-promotion.ts'
import { aRule } from '../../../test/promotion-builders.ts'
import { ADMIN, type CartUnderTest, CUSTOMER, startCart } from '../../../test/service.ts'

let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

const admin = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: ADMIN, ...patient(), ...options })
const attributes = (rule_type: string, query = '') => admin(listPromotionRuleAttributes, { params: { rule_type }, query })
const values = (rule_type: string, rule_attribute_id: string, query = '') =>
  admin(listPromotionRuleValues, { params: { rule_type, rule_attribute_id }, query })
const rules = (id: string, rule_type: string, query = '') => admin(listPromotionRules, { params: { id, rule_type }, query })
const wrongType = (text: string) => [400, 'invalid_data', `Invalid param rule_type (${text})`]
const idsOf = (answer: { body: { attributes: { id: string }[] } }) => answer.body.attributes.map(({ id }) => id)

describe('list-promotion-rule-attributes', () => {
  it('lists what rules may be about, for each kind of promotion', async () => {
    expect(idsOf(await attributes('rules'))).toEqual(['customer_group', 'region', 'country', 'sales_channel', 'currency_code'])
    expect(idsOf(await attributes('buy-rules', 'promotion_type=buyget'))).toContain('buy_rules_min_quantity')
    const shipping = await attributes('target-rules', 'application_method_target_type=shipping_methods')
    expect(idsOf(shipping)).toEqual(['shipping_option_type'])
    const fixed = (await attributes('rules', 'application_method_type=fixed')).body.attributes.at(-1)
    expect(fixed).toMatchObject({ id: 'currency_code', required: true })
  })

  it('rejects unknown rule types, unknown parameters, and actors other than administrators', async () => {
    expect(refusal(await attributes('does-not-exist'))).toEqual(wrongType('does-not-exist'))
    expect((await attributes('rules', 'foo=1')).body.message).toBe("Invalid request: Unrecognized fields: 'foo'")
    const params = { rule_type: 'rules' }
    expect((await admin(listPromotionRuleAttributes, { params, actor: CUSTOMER })).status).toBe(401)
  })
})

describe('list-promotion-rule-values', () => {
  it.each([
    ['rules', 'region', '', { value: ids.region, label: 'Europe' }],
    ['rules', 'currency_code', 'limit=200', { value: 'usd', label: 'US Dollar' }],
    ['rules', 'country', 'limit=300', { value: 'de', label: 'Germany' }],
    ['rules', 'sales_channel', '', { value: ids.sales_channel }],
    ['target-rules', 'product', '', { value: ids.product }],
    ['target-rules', 'product_category', '', { value: expect.stringMatching(/^pcat_/) }],
    ['buy-rules', 'product_collection', '', { value: expect.stringMatching(/^pcol_/) }],
    ['buy-rules', 'product_type', '', { value: expect.stringMatching(/^ptyp_/) }],
    ['target-rules', 'product_tag', '', { value: expect.stringMatching(/^ptag_/) }],
    [
      'target-rules',
      'shipping_option_type',
      'application_method_target_type=shipping_methods',
      { value: ids.shipping_option_type },
    ],
  ])('lists values of %s for %s %s', async (rule_type, attribute, query, expected) => {
    const { status, body } = await values(rule_type, attribute, query)
    expect(status).toBe(200)
    expect(body.values).toContainEqual({ label: expect.stringMatching(/./), ...expected })
    expect(body.values.length).toBe(Math.min(body.count, body.limit))
    for (const one of body.values) expect(Object.keys(one).sort()).toEqual(['label', 'value'])
  })

  it('takes customer groups from another service', async () => {
    const { customer_group } = (await service.orders.call(createCustomerGroup, {
      actor: ADMIN,
      body: { name: 'Wholesale' },
    } as never)) as never as { customer_group: { id: string } }
    const { body } = await values('rules', 'customer_group', 'q=whole')
    expect(body).toEqual({ values: [{ label: 'Wholesale', value: customer_group.id }], count: 1, offset: 0, limit: 100 })
  })

  it.each([
    ['currency_code', 'value=usd', ['usd'], 1],
    ['currency_code', 'value[]=usd&value[]=eur&value[]=xxx', ['eur', 'usd'], 2],
    ['currency_code', 'q=us', ['aud', 'byn', 'rub', 'usd'], 4],
    ['currency_code', 'limit=2&offset=1', ['afn', 'all'], 126],
    ['currency_code', 'limit=0', [], 126],
    ['currency_code', 'value=usd&fields=symbol', ['usd'], 1],
    ['country', 'q=germ', ['de'], 1],
    ['country', 'value=fr&value=de', ['de', 'fr'], 2],
    ['country', 'value=xx', [], 0],
    ['country', 'limit=2', ['ad', 'ae'], 250],
    ['country', 'limit=2&order=-iso_2', ['zw', 'zm'], 250],
    ['currency_code', 'limit=2&order=-code&with_deleted=true', ['zwl', 'zmk'], 126],
    ['region', 'value=none&order=name', [], 0],
    ['region', 'value=', [], 0],
    ['region', 'value=a%26limit%3D1', [], 0],
  ])('finds values of %s with %s', async (attribute, query, expected, count) => {
    const { body } = await values('rules', attribute, query)
    expect(body.values.map(({ value }: PromotionRuleOption) => value)).toEqual(expected)
    expect(body.count).toBe(count)
  })

  it('rejects unknown rule types, attributes that a type does not have, and unknown parameters', async () => {
    expect(refusal(await values('does-not-exist', 'region'))).toEqual(wrongType('does-not-exist'))
    for (const [type, attribute, query] of [
      ['rules', 'does-not-exist'],
      ['rules', 'does-not-exist', 'value=a'],
      ['rules', 'product'],
      ['target-rules', 'region'],
      ['target-rules', 'shipping_option_type'],
      ['buy-rules', 'product', 'application_method_target_type=shipping_methods'],
      ['buy-rules', 'buy_rules_min_quantity'],
    ] as const) {
      expect(refusal(await values(type, attribute, query))).toEqual([
        400,
        'invalid_data',
        `Invalid rule attribute - ${attribute}`,
      ])
    }
    for (const query of ['foo=1', 'limit=x', 'order=foo', 'value[$ne]=a', `value=${'a'.repeat(101)}`])
      expect(refusal(await values('rules', 'region', query)).slice(0, 2)).toEqual([400, 'invalid_data'])
    const params = { rule_type: 'rules', rule_attribute_id: 'region' }
    expect((await admin(listPromotionRuleValues, { params, actor: CUSTOMER })).status).toBe(401)
  })
})

describe('list-promotion-rules', () => {
  it('shows rules with labels, even for more values than one look-up can hold', async () => {
    const many = Array.from({ length: 150 }, (_, n) => `reg_${n}`)
    const id = await addPromotion(service, {
      rules: [
        aRule('region.id', 'in', [...many, ids.region]),
        { ...aRule('shipping_address.country_code', 'ne', ['de']), description: 'Not there' },
      ],
    })
    const { status, body } = await rules(id, 'rules')
    expect(status).toBe(200)
    const [currency, region, country] = body.rules
    expect(currency).toMatchObject({ attribute: 'currency_code', values: [{ value: 'eur', label: 'Euro' }] })
    expect(region).toMatchObject({ attribute: 'region.id', attribute_label: 'Region', field_type: 'multiselect' })
    expect(region.values).toHaveLength(151)
    expect(region.values[0]).toEqual({ value: 'reg_0', label: 'reg_0' })
    expect(region.values.at(-1)).toEqual({ value: ids.region, label: 'Europe' })
    expect(country).toMatchObject({
      operator: 'ne',
      operator_label: 'Not In',
      description: 'Not there',
      values: [{ value: 'de', label: 'Germany' }],
    })
    expect(listPromotionRules.response.safeParse(body).error).toBeUndefined()
  })

  it('labels a currency in capitals', async () => {
    const id = await addPromotion(service, {}, { currency_code: 'EUR' })
    expect((await rules(id, 'rules')).body.rules).toMatchObject([{ values: [{ value: 'EUR', label: 'Euro' }] }])
  })

  it('labels values of any length by themselves if they have no label', async () => {
    const odd = ['', 'a,b', 'x'.repeat(3000), 'ü&limit=1']
    const id = await addPromotion(service, { rules: [aRule('region.id', 'in', odd)] })
    const { body } = await rules(id, 'rules')
    expect(body.rules[1].values).toEqual(odd.map((value) => ({ value, label: value })))
  })

  it('shows target rules and buy rules with their quantities', async () => {
    const id = await addPromotion(
      service,
      { type: 'buyget' },
      {
        type: 'percentage',
        target_type: 'items',
        currency_code: null,
        apply_to_quantity: 1,
        buy_rules_min_quantity: 2,
        target_rules: [aRule('items.product.id', 'in', [ids.product])],
        buy_rules: [aRule('items.product.id', 'in', ['prod_gone'])],
      },
    )
    expect((await rules(id, 'rules')).body).toEqual({ rules: [] })
    expect((await rules(id, 'target-rules')).body.rules).toMatchObject([
      { attribute: 'apply_to_quantity', disguised: true, values: 1 },
      { attribute: 'items.product.id', values: [{ value: ids.product, label: expect.not.stringContaining('prod_') }] },
    ])
    expect((await rules(id, 'buy-rules')).body.rules).toMatchObject([
      { attribute: 'buy_rules_min_quantity', values: 2 },
      { attribute: 'items.product.id', values: [{ value: 'prod_gone', label: 'prod_gone' }] },
    ])
  })

  it('shows the rules that the type would require if there is no such promotion', async () => {
    for (const id of ['does-not-exist', 'new']) {
      expect((await rules(id, 'rules')).body).toEqual({ rules: [] })
      expect((await rules(id, 'rules', 'application_method_type=fixed&fields=id')).body.rules).toMatchObject([
        { attribute: 'currency_code', values: [] },
      ])
    }
  })

  it('rejects unknown rule types and parameters, and actors other than administrators', async () => {
    expect(refusal(await rules('new', 'does-not-exist'))).toEqual(wrongType('does-not-exist'))
    expect((await rules('new', 'rules', 'foo=1')).status).toBe(400)
    expect((await admin(listPromotionRules, { params: { id: 'new', rule_type: 'rules' }, actor: CUSTOMER })).status).toBe(401)
  })
})
