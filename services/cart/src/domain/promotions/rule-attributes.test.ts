import { describe, expect, it } from 'vitest'
import { FIXED } from '../../../test/add-promotion.ts'
import { aPromotion, aRule } from '../../../test/promotion-builders.ts'
import { labelledRules, ruleContextOf, valuesToLabel } from './labelled-rules.ts'
import { assertRuleType, ruleAttributesOf } from './rule-attributes.ts'

const CARTS = ['customer_group', 'region', 'country', 'sales_channel', 'currency_code']
const ITEMS = ['product', 'product_category', 'product_collection', 'product_type', 'product_tag']
const SHIPPING = ['shipping_option_type']

describe('attributes', () => {
  it.each([
    ['rules', {}, CARTS],
    ['rules', { promotion_type: 'buyget', application_method_target_type: 'shipping_methods' }, CARTS],
    ['target-rules', {}, ITEMS],
    ['target-rules', { application_method_target_type: 'order' }, ITEMS],
    ['target-rules', { application_method_target_type: 'shipping_methods' }, SHIPPING],
    ['target-rules', { promotion_type: 'buyget' }, [...ITEMS, 'apply_to_quantity']],
    ['buy-rules', { promotion_type: 'standard' }, ITEMS],
    ['buy-rules', { promotion_type: 'buyget' }, [...ITEMS, 'buy_rules_min_quantity']],
    ['buy-rules', { promotion_type: 'anything' }, ITEMS],
  ] as const)('of %s for %j', (type, context, expected) => {
    expect(ruleAttributesOf(type, context).map(({ id }) => id)).toEqual(expected)
  })

  it('require a currency only for fixed amounts', () => {
    const currency = (application_method_type: string) => ruleAttributesOf('rules', { application_method_type }).at(-1)
    expect(currency('fixed')).toEqual({
      id: 'currency_code',
      value: 'currency_code',
      label: 'Currency Code',
      required: true,
      field_type: 'select',
      disguised: true,
      hydrate: true,
      operators: [{ id: 'eq', value: 'eq', label: 'Equals' }],
    })
    expect(currency('percentage')).toMatchObject({ required: false })
  })

  it('exist for three types of rules; other types are rejected', () => {
    for (const type of ['rules', 'target-rules', 'buy-rules']) expect(() => assertRuleType(type)).not.toThrow()
    for (const type of ['', 'Rules', 'target_rules', 'foo'])
      expect(() => assertRuleType(type)).toThrow(`Invalid param rule_type (${type})`)
  })
})

describe('rules', () => {
  const fixed = aPromotion(
    {
      rules: [
        aRule('region.id', 'in', ['reg_1', 'reg_2']),
        aRule('anything', 'in', ['a']),
        aRule('currency_code', 'eq', ['usd']),
        aRule('region.id', 'gt', ['reg_2', 'reg_3']),
      ],
    },
    FIXED,
  )

  it('list the values to label by attribute, each once', () => {
    const wanted = valuesToLabel('rules', fixed, ruleContextOf(fixed, {}))
    expect([...wanted]).toEqual([
      ['region', ['reg_1', 'reg_2', 'reg_3']],
      ['currency_code', ['eur']],
    ])
  })

  it('follow the disguised ones, omit unknown attributes, and label values without a label by themselves', () => {
    const labels = new Map([['region', new Map([['reg_1', 'Europe']])]])
    const [currency, first, second, ...more] = labelledRules('rules', fixed, ruleContextOf(fixed, {}), labels)
    expect(more).toEqual([])
    expect(currency).toEqual({
      label: 'Currency Code',
      field_type: 'select',
      required: true,
      disguised: true,
      hydrate: true,
      operators: [{ id: 'eq', value: 'eq', label: 'Equals' }],
      attribute: 'currency_code',
      attribute_label: 'Currency Code',
      operator: 'eq',
      operator_label: 'Equals',
      values: [{ value: 'eur', label: 'eur' }],
    })
    expect(first).toMatchObject({
      id: fixed.rules[0]!.id,
      value: 'region.id',
      attribute: 'region.id',
      attribute_label: 'Region',
      operator: 'in',
      operator_label: 'In',
      values: [
        { value: 'reg_1', label: 'Europe' },
        { value: 'reg_2', label: 'reg_2' },
      ],
    })
    expect(second).toMatchObject({ operator: 'gt', operator_label: 'gt' })
  })

  it('label a currency in capitals like the same one in lower case', () => {
    const dollars = aPromotion({}, { ...FIXED, currency_code: 'USD' })
    const labels = new Map([['currency_code', new Map([['usd', 'US Dollar']])]])
    const [currency] = labelledRules('rules', dollars, ruleContextOf(dollars, {}), labels)
    expect(currency).toMatchObject({ attribute: 'currency_code', values: [{ value: 'USD', label: 'US Dollar' }] })
  })

  it('show quantities as numbers, and the currency of a percentage only if it has one', () => {
    const method = { type: 'percentage', currency_code: null, apply_to_quantity: 1, buy_rules_min_quantity: 2 } as const
    const buyget = aPromotion({ type: 'buyget' }, { ...method, target_type: 'items' })
    const of = (type: 'rules' | 'target-rules' | 'buy-rules', promotion = buyget) =>
      labelledRules(type, promotion, ruleContextOf(promotion, {}), new Map()).map(({ attribute, values }) => [attribute, values])
    expect([of('rules'), of('target-rules'), of('buy-rules')]).toEqual([
      [],
      [['apply_to_quantity', 1]],
      [['buy_rules_min_quantity', 2]],
    ])
    const dollars = aPromotion({}, { type: 'percentage', currency_code: 'usd' })
    expect(of('rules', dollars)).toEqual([['currency_code', [{ value: 'usd', label: 'usd' }]]])
  })

  it('are those that the type would require, when there is no promotion', () => {
    const of = (type: 'rules' | 'target-rules', context: object) => labelledRules(type, undefined, context, new Map())
    expect(of('rules', {})).toEqual([])
    expect(of('rules', { application_method_type: 'fixed' })).toMatchObject([{ attribute: 'currency_code', values: [] }])
    const [quantity] = of('target-rules', { promotion_type: 'buyget' })
    expect(quantity).toMatchObject({ attribute: 'apply_to_quantity', field_type: 'number' })
    expect(quantity).not.toHaveProperty('values')
  })
})
