import {
  createAttribute,
  createProductCategory,
  deleteAttribute,
  deleteProductCategory,
  getAttribute,
  getVendorAttribute,
  listAttributes,
  listVendorAttributes,
  type Operation,
  updateAttribute,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { plansOf, queriesOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aName, asAdmin } from '../../../test/as-admin.ts'
import { memberOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

const send = asAdmin(() => service)
interface Shown {
  id: string
  name: string
  handle: string
  possible_values: { id: string; value: string; rank: number; updated_at: string }[]
  product_categories: { id: string; name: string }[]
}
const VALUES = [
  { value: 'b', rank: 1 },
  { value: 'a', rank: 0, metadata: { code: 1 } },
]
const created = async (body: object = {}): Promise<Shown> => {
  const answer = await send(createAttribute, undefined, { body: { name: aName('Attribute'), possible_values: VALUES, ...body } })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.attribute
}
const aCategory = async (body: object = {}): Promise<{ id: string; name: string }> =>
  (await send(createProductCategory, undefined, { body: { name: aName('Category'), is_active: true, ...body } })).body
    .product_category
const asMember = (operation: Operation, id?: string, query = '') =>
  send(operation, id, { actor: memberOf('sel_a'), query } as never)
const invalid = (message: string) => [400, 'invalid_data', message]

describe('create-attribute', () => {
  it('creates an attribute with its values and categories, and publishes an event', async () => {
    const category = await aCategory()
    const body = {
      name: 'Neck Line',
      possible_values: VALUES,
      product_category_ids: [category.id, category.id],
      metadata: { a: 1 },
    }
    const {
      status,
      etag,
      body: answer,
    } = await send(createAttribute, undefined, { body: { ...body, additional_data: { b: 1 } } })
    const { id, possible_values } = answer.attribute
    expect({ status, etag, answer }).toEqual({
      status: 201,
      etag: expect.stringMatching(/^"1-/),
      answer: {
        attribute: {
          id,
          name: 'Neck Line',
          description: null,
          handle: 'neck-line',
          is_required: false,
          is_filterable: true,
          ui_component: 'select',
          metadata: { a: 1 },
          possible_values,
          product_categories: [{ id: category.id, name: category.name }],
        },
      },
    })
    expect(id).toMatch(/^attr_[0-9A-Z]{26}$/)
    const value = { attribute_id: id, deleted_at: null, created_at: expect.any(String), updated_at: expect.any(String) }
    expect(possible_values).toEqual([
      { id: expect.stringMatching(/^attr_pos_val_/), value: 'a', rank: 0, metadata: { code: 1 }, ...value },
      { id: expect.stringMatching(/^attr_pos_val_/), value: 'b', rank: 1, metadata: null, ...value },
    ])
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'attribute.created', ids: { id } }])
  })

  it('creates one for a repeated op-id, and one for concurrent requests with the same name or handle', async () => {
    const options = { op_id: mintOpId(Date.now()), body: { name: aName('Once'), possible_values: VALUES } }
    const repeats = await Promise.all([1, 2, 3].map(() => send(createAttribute, undefined, options)))
    expect(new Set(repeats.map(({ text }) => text)).size).toBe(1)

    const wanted = { ui_component: 'unit', handle: aName('handle') } as const
    const name = aName('Wanted')
    const named = await Promise.all(
      [1, 2, 3, 4].map((n) => send(createAttribute, undefined, { body: { name, ui_component: 'unit', handle: `wanted-${n}` } })),
    )
    expect(named.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(named.find(({ status }) => status === 409)!.body).toMatchObject({
      type: 'conflict',
      code: 'invalid_state_error',
      message: `Attributes ${name} already exist`,
    })
    const handled = await Promise.all(
      [1, 2].map(() => send(createAttribute, undefined, { body: { ...wanted, name: aName('Handled') } })),
    )
    expect(handled.map(({ status }) => status).sort()).toEqual([201, 400])
    expect(refusal(handled.find(({ status }) => status === 400)!)).toEqual(
      invalid(`Attribute with handle: ${wanted.handle}, already exists.`),
    )
  })

  it('generates a handle for a name without letters', async () => {
    const { handle } = await created({ name: '!!!' })
    expect(handle).toMatch(/^attribute-[0-9a-z]{6}$/)
  })

  it.each([
    [{}, "Field 'name' is required"],
    [{ name: 'one' }, 'Possible values are required when ui_component is SELECT'],
    [{ name: 'one', possible_values: [] }, 'Possible values are required when ui_component is SELECT'],
    [{ name: 'one', possible_values: [{ value: 'a' }] }, "Field 'possible_values, 0, rank' is required"],
    [{ name: 'one', possible_values: [{ rank: 1 }] }, "Field 'possible_values, 0, value' is required"],
    [{ name: 'one', ui_component: 'slider' }, "Expected: 'select, multivalue, unit, toggle, text_area, color_picker'"],
    [{ name: 'one', possible_values: VALUES, foo: 1 }, "Unrecognized fields: 'foo'"],
  ])('rejects %j', async (body, text) => {
    const [status, type, message] = refusal(await send(createAttribute, undefined, { body: body as never }))
    expect([status, type]).toEqual([400, 'invalid_data'])
    expect(message).toContain(text)
  })

  it('rejects duplicate values, unknown categories and attributes that are too large', async () => {
    const make = (body: object) => send(createAttribute, undefined, { body: { name: aName('Refused'), ...body } as never })
    const twice = await make({ possible_values: [VALUES[0], VALUES[0]] })
    expect(refusal(twice)).toMatchObject([400, 'invalid_data', expect.stringMatching(/value: b, already exists\.$/)])
    expect(refusal(await make({ possible_values: VALUES, product_category_ids: ['pcat_none'] }))).toEqual([
      404,
      'not_found',
      'You tried to set relationship product_category_id: pcat_none, but such entity does not exist',
    ])
    const long = Array.from({ length: 20 }, (_, rank) => ({ value: `v${rank}`, rank, metadata: { text: 'x'.repeat(15_000) } }))
    expect(refusal(await make({ possible_values: long }))).toEqual(
      invalid('An attribute holds at most 256 KiB as JSON, with its possible values'),
    )
  })
})

describe('get-attribute', () => {
  it('is available to administrators and to sellers, who see only public categories', async () => {
    const [open, hidden] = [await aCategory(), await aCategory({ is_internal: true })]
    const { id } = await created({ product_category_ids: [open.id, hidden.id], is_required: true })
    const { body, etag } = await send(getAttribute, id)
    expect(body.attribute).toMatchObject({ is_required: true, product_categories: [{ id: open.id }, { id: hidden.id }] })
    expect(etag).toMatch(/^"1-/)
    const seen = (await asMember(getVendorAttribute, id)).body.attribute
    expect(seen).toMatchObject({ id, product_categories: [{ id: open.id }] })
    expect(seen).not.toHaveProperty('is_required')
    const { attribute } = (await asMember(getVendorAttribute, id, 'fields=%2Bis_required,product_categories.products.id')).body
    expect(attribute).toMatchObject({ is_required: true, product_categories: [{ products: [] }] })
    for (const operation of [getAttribute, getVendorAttribute])
      expect(
        refusal(await (operation === getAttribute ? send(operation, 'attr_none') : asMember(operation, 'attr_none'))),
      ).toEqual([404, 'not_found', 'Attribute id not found: attr_none'])
  })
})

describe('update-attribute', () => {
  it('keeps absent fields and changes the others', async () => {
    const category = await aCategory()
    const before = await created({ metadata: { a: 1 }, product_category_ids: [category.id] })
    const update = (body: object, options: object = {}) => send(updateAttribute, before.id, { body, ...options } as never)

    const first = await update({ name: aName('Renamed'), description: 'd', metadata: { b: 2, a: '' }, is_filterable: false })
    expect(first.etag).toMatch(/^"2-/)
    expect(first.body.attribute).toMatchObject({
      handle: before.handle,
      description: 'd',
      metadata: { b: 2 },
      is_filterable: false,
      possible_values: before.possible_values,
      product_categories: [{ id: category.id }],
    })
    expect((await update({ description: 'd' })).etag).toMatch(/^"2-/)
    expect((await update({ description: 'e' }, { if_match: '"1-x"' })).status).toBe(412)
    expect((await update({ product_category_ids: [] })).body.attribute.product_categories).toEqual([])
    expect(await service.eventsOf(before.id, 3)).toMatchObject([{}, { type: 'attribute.updated' }, {}])
  })

  it('replaces the possible values, identified by id or value', async () => {
    const { id, possible_values } = await created()
    const [a, b] = possible_values
    const update = (values: object[]) => send(updateAttribute, id, { body: { possible_values: values } })

    const { attribute } = (await update([{ value: 'new' }, { id: a!.id, value: 'A' }, { value: 'b', rank: 7 }])).body
    expect(attribute.possible_values).toMatchObject([
      { value: 'new', rank: 0, metadata: null },
      { id: a!.id, value: 'A', rank: 0, metadata: { code: 1 } },
      { id: b!.id, value: 'b', rank: 7 },
    ])
    expect((await update([{ id: b!.id }])).body.attribute.possible_values).toMatchObject([{ id: b!.id, value: 'b', rank: 7 }])
    expect(refusal(await update([{ id: a!.id }]))).toEqual(invalid(`Attribute ${id} has no possible value with id ${a!.id}`))
    expect(refusal(await update([{ rank: 1 }]))).toEqual(
      invalid("Invalid request: Field 'possible_values, 0, value' is required"),
    )
    expect(refusal(await update([{ id: b!.id, value: 'c' }, { value: 'c' }]))).toEqual(
      invalid(`Attribute possible value with attribute_id: ${id}, value: c, already exists.`),
    )
    const twice = invalid(`Attribute possible value with id: ${b!.id} is named more than once`)
    expect(refusal(await update([{ id: b!.id, value: 'c' }, { value: 'b' }]))).toEqual(twice)
    const [kept] = (await update([{ id: b!.id, metadata: { a: 1, gone: '' } }])).body.attribute.possible_values
    expect(kept.metadata).toEqual({ a: 1 })
  })

  it('rejects duplicate names and handles, unknown categories and unknown attributes', async () => {
    const [one, other] = [await created(), await created()]
    const update = (body: object, id = one.id) => send(updateAttribute, id, { body })
    expect(refusal(await update({ name: other.name }))).toEqual([409, 'conflict', `Attributes ${other.name} already exist`])
    expect(refusal(await update({ handle: other.handle }))).toEqual(
      invalid(`Attribute with handle: ${other.handle}, already exists.`),
    )
    expect((await update({ product_category_ids: ['pcat_none'] })).status).toBe(404)
    expect(refusal(await update({}, 'attr_none'))).toEqual([404, 'not_found', "Attribute with id 'attr_none' not found"])
    expect((await update({ foo: 1 })).body.message).toContain("Unrecognized fields: 'foo'")
  })

  it('applies all concurrent changes', async () => {
    const { id } = await created()
    const bodies = [
      { description: 'd' },
      { is_required: true },
      { is_filterable: false },
      { ui_component: 'multivalue' as const },
    ]
    const answers = await Promise.all(bodies.map((body) => send(updateAttribute, id, { body })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await send(getAttribute, id)).body.attribute).toMatchObject(Object.assign({}, ...bodies))
  })
})

describe('delete-attribute', () => {
  it('frees its name and handle', async () => {
    const { id, name } = await created()
    expect(await send(deleteAttribute, id)).toMatchObject({ status: 200, body: { id, object: 'attribute', deleted: true } })
    expect((await send(getAttribute, id)).status).toBe(404)
    expect((await send(deleteAttribute, id)).status).toBe(200)
    expect((await send(deleteAttribute, id, { if_match: '"2"' })).status).toBe(412)
    await created({ name })
  })
})

describe('list-attributes', () => {
  it('finds attributes by everything that it supports, using indexes', async () => {
    const { id, name } = await created({ is_required: true })
    const found = async (query: string) => (await send(listAttributes, undefined, { query })).body
    const ofId = await found(`id=${id}`)
    expect(ofId).toMatchObject({ count: 1, offset: 0, limit: 50, attributes: [{ id, name, product_categories: [] }] })
    expect((await found(`q=${name.slice(2)}`)).attributes[0]).toMatchObject({ id })
    expect((await found(`id=${id}&is_required=false`)).count).toBe(0)
    await send(deleteAttribute, id)
    expect((await found(`id=${id}`)).count).toBe(0)
    expect((await found(`id=${id}&with_deleted=true`)).count).toBe(1)

    const { filters, orders, search } = queriesOf(listAttributes)
    const plans = await plansOf(service.db, async () => {
      for (const query of [...filters, ...orders, ...search]) expect(await found(query)).toHaveProperty('count')
    })
    expect(plans.filter(({ planSummary }) => planSummary === 'COLLSCAN')).toEqual([])
  })

  it('shows the same attributes to every seller', async () => {
    const { id, name } = await created()
    const { body } = await asMember(listVendorAttributes, undefined, `name=${encodeURIComponent(name)}&ui_component=select`)
    expect(body).toMatchObject({ count: 1, limit: 50, attributes: [{ id, possible_values: [{ value: 'a' }, { value: 'b' }] }] })
    expect((await asMember(listVendorAttributes, undefined, 'is_required=true')).body.message).toContain('Unrecognized fields')
    for (const query of queriesOf(listVendorAttributes).filters)
      expect((await asMember(listVendorAttributes, undefined, query)).status).toBe(200)
  })

  it('omits deleted categories', async () => {
    const category = await aCategory()
    const { id } = await created({ product_category_ids: [category.id] })
    await send(deleteProductCategory, category.id)
    expect((await send(getAttribute, id)).body.attribute.product_categories).toEqual([])
  })
})
