import {
  createVendorPromotion,
  listVendorPromotionRuleAttributes,
  listVendorPromotionRules,
  listVendorPromotionRuleValues,
} from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { ADMIN, type CartUnderTest, startCart } from '../../../test/service.ts'

let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

const send: CartUnderTest['vendor'] = (...request) => service.vendor(...request)
const attributes = (rule_type: string, query = '') => send(listVendorPromotionRuleAttributes, { params: { rule_type }, query })
const values = (rule_type: string, rule_attribute_id: string, query = '', seller?: string) =>
  send(listVendorPromotionRuleValues, { params: { rule_type, rule_attribute_id }, query }, seller)
const wrongType = [400, 'invalid_data', 'Invalid param rule_type (none)']
const idsOf = (answer: { body: { attributes: { id: string }[] } }) => answer.body.attributes.map(({ id }) => id)

describe('list-vendor-promotion-rule-attributes', () => {
  it('lists the attributes of carts and items, also for a type with an underscore', async () => {
    expect(idsOf(await attributes('rules'))).toEqual(['customer_group', 'region', 'country', 'sales_channel', 'currency_code'])
    const currency = async (type: string) =>
      (await attributes('rules', `application_method_type=${type}`)).body.attributes.at(-1).required
    expect([await currency('fixed'), await currency('percentage')]).toEqual([true, false])
    for (const type of ['target', 'buy'])
      expect((await attributes(`${type}_rules`)).body).toEqual((await attributes(`${type}-rules`)).body)
    const ofItems = ['product', 'product_category', 'product_collection', 'product_type', 'product_tag']
    expect(idsOf(await attributes('target-rules', 'application_method_target_type=shipping_methods'))).toEqual(ofItems)
    expect(idsOf(await attributes('buy-rules', 'promotion_type=buyget'))).toEqual([...ofItems, 'buy_rules_min_quantity'])
  })

  it('rejects unknown rule types, and actors other than sellers', async () => {
    expect(refusal(await attributes('none'))).toEqual(wrongType)
    expect(refusal(await attributes('sell_rules'))).toEqual([400, 'invalid_data', 'Invalid param rule_type (sell_rules)'])
    const params = { rule_type: 'rules' }
    expect((await service.send(listVendorPromotionRuleAttributes, { params, actor: ADMIN })).status).toBe(401)
  })
})

describe('list-vendor-promotion-rule-values', () => {
  it.each([
    ['rules', 'region', ids.region],
    ['rules', 'country', 'de'],
    ['rules', 'sales_channel', ids.sales_channel],
    ['rules', 'currency_code', 'eur'],
    ['target-rules', 'product', ids.product],
    ['target_rules', 'product', ids.product],
    ['target-rules', 'product_category', expect.stringMatching(/^pcat_/)],
    ['buy-rules', 'product_collection', expect.stringMatching(/^pcol_/)],
    ['buy-rules', 'product_type', expect.stringMatching(/^ptyp_/)],
    ['target-rules', 'product_tag', expect.stringMatching(/^ptag_/)],
  ])('lists values of %s for %s', async (rule_type, attribute, value) => {
    const { status, body } = await values(rule_type, attribute, 'limit=300')
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.values).toContainEqual({ label: expect.stringMatching(/./), value })
  })

  it('lists only the seller’s own products and customer groups', async () => {
    const own = (await values('target-rules', 'product')).body.values.map(({ value }: { value: string }) => value)
    expect(own).not.toContain(ids.foreign_product)
    expect((await values('target-rules', 'product', '', ids.foreign_seller)).body.values).toMatchObject([{ label: 'Mug' }])
    expect((await values('rules', 'region', 'order=-name&with_deleted=true')).status).toBe(200)
    expect((await values('rules', 'customer_group')).body).toEqual({ values: [], count: 0, offset: 0, limit: 100 })
  })

  it('lists the currencies of the store', async () => {
    const currencies = async (query = '') => (await values('rules', 'currency_code', query)).body
    const all = await currencies()
    expect(all.count).toBeGreaterThan(1)
    expect(all).toEqual({ values: all.values, count: all.values.length, offset: 0, limit: expect.any(Number) })
    const euro = all.values.find(({ value }: { value: string }) => value === 'eur')
    expect(euro).toEqual({ value: 'eur', label: 'Euro' })
    for (const query of ['q=EUR', 'value=eur', 'value=EUR', 'value[]=eur&value[]=xxx'])
      expect((await currencies(query)).values).toEqual([euro])
    expect(await currencies('limit=1&offset=1')).toEqual({ ...all, values: [all.values[1]], offset: 1, limit: 1 })
  })

  it('accepts the parameters of a promotion, which do not change the values', async () => {
    const query = 'promotion_type=buyget&application_method_type=percentage&application_method_target_type=items'
    expect((await values('rules', 'region', query)).body).toEqual((await values('rules', 'region')).body)
  })

  it.each(['q=shirt', `value=${ids.product}`, `value[]=${ids.product}&value[]=${ids.foreign_product}`])(
    'finds only own products with %s',
    async (query) => expect((await values('target-rules', 'product', query)).body.values).toMatchObject([{ value: ids.product }]),
  )

  it('rejects unknown rule types and attributes', async () => {
    expect(refusal(await values('none', 'region'))).toEqual(wrongType)
    for (const attribute of ['none', 'product', 'shipping_option_type'])
      expect(refusal(await values('rules', attribute))).toEqual([400, 'invalid_data', `Invalid rule attribute - ${attribute}`])
  })
})

describe('list-vendor-promotion-rules', () => {
  it('lists the rules of an own promotion with labels, and rejects those of others', async () => {
    const target_rules = [{ attribute: 'items.product.id', operator: 'eq', values: ids.product }]
    const method = { type: 'percentage', target_type: 'items', allocation: 'across', value: 5, target_rules }
    const body = { code: 'LABELLED', type: 'standard', application_method: method } as never
    const { id } = (await send(createVendorPromotion, { body })).body.promotion
    const ask = (rule_type: string, seller?: string) => send(listVendorPromotionRules, { params: { id, rule_type } }, seller)

    const { status, body: answer } = await ask('target-rules')
    expect([status, answer.rules]).toMatchObject([
      200,
      [{ attribute: 'items.product.id', attribute_label: 'Product', values: [{ value: ids.product, label: 'T-Shirt' }] }],
    ])
    expect((await ask('target_rules')).body).toEqual(answer)
    expect((await ask('rules')).body.rules).toEqual([])
    expect(refusal(await ask('none'))).toEqual(wrongType)
    const forbidden = [403, 'not_allowed', 'You are not allowed to perform this action']
    expect(refusal(await ask('rules', ids.foreign_seller))).toEqual(forbidden)
    const params = { id: 'promo_none', rule_type: 'rules' }
    expect(refusal(await send(listVendorPromotionRules, { params }))).toEqual(forbidden)
  })
})
