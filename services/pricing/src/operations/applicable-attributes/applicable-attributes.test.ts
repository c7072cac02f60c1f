import {
  createAttribute,
  createProduct,
  createProductCategory,
  createVendorProduct,
  deleteAttribute,
  deleteProductCategory,
  findProducts,
  getProduct,
  getStoreProduct,
  getVendorProduct,
  listApplicableAttributes,
  listVendorApplicableAttributes,
  updateAttribute,
  updateProduct,
  updateVendorProduct,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { type CallOptions, plansOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { STOREFRONT } from '../../../test/actors.ts'
import { aName, asAdmin } from '../../../test/as-admin.ts'
import { asSeller } from '../../../test/as-seller.ts'
import { aProduct, memberOf, records } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
let shoes: string
beforeAll(async () => {
  service = await startPricing()
  await insertMissing(service.db, { sales_channels: records.sales_channels })
  shoes = await aCategory()
})
afterAll(() => service.stop())

const send = asAdmin(() => service)
const { send: asMember } = asSeller(() => service)
const aCategory = async (): Promise<string> =>
  (await send(createProductCategory, undefined, { body: { name: aName('Category'), is_active: true } })).body.product_category.id
async function anAttribute(body: object = {}): Promise<string> {
  const whole = { name: aName('Attribute'), ui_component: 'text_area', ...body } as never
  const answer = await send(createAttribute, undefined, { body: whole })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.attribute.id
}
const aSelect = (values: string[], body: object = {}) =>
  anAttribute({ ui_component: 'select', possible_values: values.map((value, rank) => ({ value, rank })), ...body })
const bodyOf = (values?: object[], categories: string[] = []) => ({
  title: aName('Product'),
  options: [{ title: 'Size', values: ['S'] }],
  categories: categories.map((id) => ({ id })),
  ...(values && { additional_data: { values, brand: 'ignored' } }),
})
const make = (values?: object[], categories: string[] = [], options: CallOptions<typeof createVendorProduct> = {}) =>
  asMember(createVendorProduct, undefined, { body: bodyOf(values, categories) as never, ...options })
async function made(values?: object[], categories: string[] = []): Promise<{ id: string; attribute_values: { id: string }[] }> {
  const answer = await make(values, categories)
  expect(answer.status, answer.text).toBe(201)
  return answer.body.product
}
const change = (id: string, values: object[], more: object = {}) =>
  asMember(updateVendorProduct, id, { body: { additional_data: { values }, ...more } })
const invalid = (message: string) => [400, 'invalid_data', message]

describe('the attributes that apply to a product', () => {
  it('are those without an existing category and those of its categories', async () => {
    const gone = await aCategory()
    const [all, ofShoes, ofGone] = [
      await aSelect(['a'], { is_required: false }),
      await anAttribute({ product_category_ids: [shoes] }),
      await anAttribute({ product_category_ids: [gone] }),
    ]
    const [shoe, other] = [await made(undefined, [shoes]), await made()]
    const applicable = async (id: string, query = '') => (await asMember(listVendorApplicableAttributes, id, { query })).body
    const idsOf = async (id: string) => (await applicable(id)).attributes.map((one: { id: string }) => one.id)
    expect(await idsOf(shoe.id)).toEqual([all, ofShoes])
    expect(await idsOf(other.id)).toEqual([all])
    await send(deleteProductCategory, gone)
    expect(await idsOf(other.id)).toEqual([all, ofGone])

    const [shown] = (await applicable(shoe.id, 'fields=%2Bis_required&limit=1')).attributes
    expect(shown).toMatchObject({
      id: all,
      ui_component: 'select',
      is_filterable: true,
      is_required: false,
      possible_values: [{ value: 'a', attribute_id: all }],
      product_categories: [],
    })
    const { attributes } = (await send(listApplicableAttributes, shoe.id)).body
    expect(attributes.map(({ id }: { id: string }) => id)).toEqual([all, ofShoes, ofGone])
    expect(attributes[0]).not.toHaveProperty('is_filterable')
    for (const id of [all, ofShoes, ofGone]) await send(deleteAttribute, id)
    expect(await idsOf(shoe.id)).toEqual([])
  })

  it('are shown to sellers only for their own products', async () => {
    const { id } = await made()
    const forbidden = [403, 'not_allowed', 'You are not allowed to perform this action']
    expect(refusal(await asMember(listVendorApplicableAttributes, id, {}, 'sel_b'))).toEqual(forbidden)
    expect(refusal(await asMember(listVendorApplicableAttributes, 'prod_none'))).toEqual(forbidden)
    expect(refusal(await send(listApplicableAttributes, 'prod_none'))).toEqual([
      404,
      'not_found',
      'Product with id: prod_none was not found',
    ])
    expect((await asMember(listVendorApplicableAttributes, id, { query: 'name=a' })).body.message).toContain('Unrecognized')
  })

  it('are found using indexes', async () => {
    const { id } = await made(undefined, [shoes])
    const plans = await plansOf(service.db, () => send(listApplicableAttributes, id))
    expect(plans.map(({ planSummary }) => planSummary)).not.toContain('COLLSCAN')
  })
})

describe('attribute values', () => {
  it('are stored with a new product and returned with their attributes', async () => {
    const [care, text] = [await aSelect(['wash', 'iron']), await anAttribute({ product_category_ids: [shoes] })]
    const values = [
      { attribute_id: care, value: 'wash' },
      { attribute_id: text, value: 'any text' },
    ]
    const { id, attribute_values } = await made(values, [shoes])
    const shown = { rank: 0, metadata: null, created_at: expect.any(String), updated_at: expect.any(String), deleted_at: null }
    expect(attribute_values).toMatchObject([
      {
        ...values[0],
        ...shown,
        id: expect.stringMatching(/^attr_val_[0-9A-Z]{26}$/),
        attribute: { id: care, is_filterable: true },
      },
      { ...values[1], ...shown, attribute: { id: text, ui_component: 'text_area' } },
    ])
    expect(attribute_values[0]).not.toHaveProperty('attribute.possible_values')
    expect((await asMember(getVendorProduct, id)).body.product.attribute_values).toEqual(attribute_values)

    const read = async (query: string) => (await send(getProduct, id, { query })).body.product
    expect(await read('')).not.toHaveProperty('attribute_values')
    expect((await read('fields=attribute_values.value')).attribute_values).toMatchObject([
      { value: 'wash' },
      { value: 'any text' },
    ])
    expect((await read('fields=*attribute_values')).attribute_values[0]).not.toHaveProperty('attribute')
    const { possible_values } = (await read('fields=*attribute_values.attribute.possible_values')).attribute_values[0].attribute
    expect(possible_values).toMatchObject([{ value: 'wash' }, { value: 'iron' }])
  })

  it('are rejected before being read when their attributes have too many possible values in total', async () => {
    const attribute_id = await aSelect(Array.from({ length: 500 }, (_, n) => `value ${n}`))
    const value = { value: 'value 1', rank: 0, attribute_id, metadata: null, created_at: '', updated_at: '' }
    const products = Array.from({ length: 101 }, (_, n) =>
      aProduct({
        id: `prod_wide_${n}`,
        handle: `wide-${n}`,
        variants: [],
        attribute_values: [{ id: `attr_val_w${n}`, ...value }],
      }),
    )
    await insertMissing(service.db, { products })
    const find = (count: number, fields: string) => {
      const ids = products.slice(0, count).map(({ id }) => id)
      const body = { relations: [{ relation: 'product.attribute_values' as const, ids, fields }] }
      return send(findProducts, undefined, { body })
    }
    const MANY = 'attribute.name,attribute.possible_values.value'
    expect(refusal(await find(101, MANY))).toEqual(
      invalid('The fields ask for more than 50000 related records; please ask for less'),
    )
    expect((await find(101, 'attribute.name')).status).toBe(200)
    const shown = (await find(50, MANY)).body.relations[0]
    expect(shown).toHaveLength(50)
    expect(shown[49][0].attribute.possible_values).toHaveLength(500)
    expect(Object.keys(shown[49][0].attribute).sort()).toEqual(['id', 'name', 'possible_values'])
  })

  it('are shown to storefronts on request, and only with products visible to the caller', async () => {
    const attribute_id = await anAttribute()
    const attribute_values = [
      { id: 'attr_val_1', value: 'soft', rank: 0, attribute_id, metadata: null, created_at: '', updated_at: '' },
    ]
    await insertMissing(service.db, {
      products: [aProduct({ attribute_values }), aProduct({ id: 'prod_2', status: 'draft', variants: [], attribute_values })],
    })
    const query = 'fields=*attribute_values,*attribute_values.attribute'
    const { product } = (await send(getStoreProduct, 'prod_1', { actor: STOREFRONT, query })).body
    expect(product.attribute_values).toMatchObject([{ value: 'soft', attribute: { id: attribute_id } }])

    const relations = [{ relation: 'product.attribute_values' as const, ids: ['prod_1', 'prod_2', 'prod_none'], fields: 'value' }]
    const found = async (actor: object) =>
      (await send(findProducts, undefined, { actor, body: { relations } } as never)).body.relations[0]
    expect(await found(STOREFRONT)).toEqual([[{ id: 'attr_val_1', value: 'soft' }], [], []])
    expect(await found(memberOf('sel_b'))).toEqual([[], [], []])
    await send(deleteAttribute, attribute_id)
    expect((await send(getProduct, 'prod_1', { query: 'fields=*attribute_values' })).body.product.attribute_values).toEqual([])
  })

  it('are created once for a repeated op-id', async () => {
    const options = { op_id: mintOpId(Date.now()), body: bodyOf([{ attribute_id: await anAttribute(), value: 'x' }]) }
    const answers = await Promise.all([1, 2].map(() => make(undefined, [], options)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[0]!.body.product.attribute_values).toEqual(answers[1]!.body.product.attribute_values)
  })

  it('replace the previous values; an empty or identical list changes nothing', async () => {
    const [care, text] = [await aSelect(['wash', 'iron', 'dry'], { ui_component: 'multivalue' }), await anAttribute()]
    const [wash, iron, dry] = ['wash', 'iron', 'dry'].map((value) => ({ attribute_id: care, value }))
    const product = await made([wash!, iron!])
    const [first, second] = product.attribute_values
    const { status, body } = await change(product.id, [iron!, dry!, dry!, { attribute_id: text, value: 't' }])
    expect(status).toBe(200)
    const values = body.product.attribute_values
    expect(values).toMatchObject([{ id: second!.id, ...iron }, dry, { attribute_id: text }])
    expect(values.map(({ id }: { id: string }) => id)).not.toContain(first!.id)

    const { etag } = await asMember(getVendorProduct, product.id)
    for (const same of [[], values.map(({ attribute_id, value }: Record<string, string>) => ({ attribute_id, value }))])
      expect((await change(product.id, same)).body.product.attribute_values).toEqual(values)
    expect((await asMember(updateVendorProduct, product.id, { body: { additional_data: null } })).body.product).toMatchObject({
      id: product.id,
    })
    expect((await asMember(getVendorProduct, product.id)).etag).toBe(etag)
  })

  it('may stay when they are no longer possible, until a later change omits them', async () => {
    const care = await aSelect(['wash', 'iron'])
    const wash = { attribute_id: care, value: 'wash' }
    const product = await made([wash])
    await send(updateAttribute, care, { body: { possible_values: [{ value: 'iron' }] } })
    expect((await change(product.id, [wash, { ...wash, value: 'iron' }])).body.product.attribute_values).toMatchObject([wash, {}])
    expect((await change(product.id, [{ ...wash, value: 'iron' }])).body.product.attribute_values).toHaveLength(1)
    expect(refusal(await change(product.id, [wash]))).toEqual(
      invalid(`Attribute ${care} doesn't define wash as a possible_value`),
    )
  })

  it('of concurrent changes are those of one change', async () => {
    const attribute_id = await anAttribute()
    const product = await made([{ attribute_id, value: '0' }])
    await Promise.all(
      [1, 2, 3].map((n) =>
        change(product.id, [
          { attribute_id, value: `${n}` },
          { attribute_id, value: `${n}${n}` },
        ]),
      ),
    )
    const [one, two] = (await asMember(getVendorProduct, product.id)).body.product.attribute_values
    expect(two.value).toBe(`${one.value}${one.value}`)
  })

  it('are rejected when the attribute does not accept them', async () => {
    const [care, ofShoes] = [await aSelect(['wash']), await anAttribute({ product_category_ids: [shoes] })]
    const wash = { attribute_id: care, value: 'wash' }
    expect(refusal(await make([{ ...wash, value: 'dry' }]))).toEqual(
      invalid(`Attribute ${care} doesn't define dry as a possible_value`),
    )
    expect(refusal(await make([{ ...wash, attribute_id: 'attr_none' }]))).toEqual([
      404,
      'not_found',
      'You tried to set relationship attribute_id: attr_none, but such entity does not exist',
    ])
    const [status, type, message] = refusal(await make([wash, wash]))
    expect([status, type]).toEqual([422, 'duplicate_error'])
    expect(message).toMatch(new RegExp(`^Attribute value wash for attribute ${care} already exists for product prod_`))
    const product = await made([wash])
    const ofOther = { attribute_id: ofShoes, value: 'x' }
    const unlinked = invalid(`Product ${product.id} isn't linked to any category from the requested attributes.`)
    expect(refusal(await change(product.id, [ofOther]))).toEqual(unlinked)
    expect((await change(product.id, [ofOther], { categories: [{ id: shoes }] })).status).toBe(200)
    const many = Array.from({ length: 101 }, (_, n) => ({ ...wash, value: `${n}` }))
    expect((await change(product.id, many)).body.message).toContain("values' too big, expected at most: '100'")
    expect((await change(product.id, [{ attribute_id: care }])).body.message).toContain("value' is required")
    expect((await change(product.id, [{ ...wash, foo: 1 }])).body.message).toContain("Unrecognized fields: 'foo'")
  })

  it('of a new product must include all required attributes if there are any', async () => {
    const must = await anAttribute({ is_required: true, product_category_ids: [shoes] })
    const other = { attribute_id: await anAttribute(), value: 'x' }
    const [status, type, message] = refusal(await make([other], [shoes]))
    expect([status, type]).toEqual([400, 'invalid_data'])
    expect(message).toMatch(new RegExp(`^Missing required attributes for product .*: ${must}$`))
    expect((await make([other, { attribute_id: must, value: 'y' }], [shoes])).status).toBe(201)
    expect((await make([other])).status).toBe(201)
    expect((await make(undefined, [shoes])).status).toBe(201)
    await send(deleteAttribute, must)
    expect((await make([other], [shoes])).status).toBe(201)
  })

  it('are accepted from administrators, too', async () => {
    const attribute_id = await anAttribute()
    const values = [{ attribute_id, value: 'x' }]
    const query = 'fields=%2Battribute_values.value'
    const { body } = await send(createProduct, undefined, { body: bodyOf(values) as never, query })
    expect(body.product.attribute_values).toMatchObject([{ value: 'x' }])
    const changed = await send(updateProduct, body.product.id, {
      body: { additional_data: { values: [{ attribute_id, value: 'z' }] } },
      query,
    })
    expect(changed.body.product.attribute_values).toMatchObject([{ value: 'z' }])
  })
})
