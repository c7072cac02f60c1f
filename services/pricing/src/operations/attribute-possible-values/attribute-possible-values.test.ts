import {
  createAttribute,
  createAttributePossibleValue,
  deleteAttribute,
  getAttribute,
  getAttributePossibleValue,
  listAttributePossibleValues,
  type Operation,
  updateAttributePossibleValue,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { type CallOptions, queriesOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN, aName, asAdmin } from '../../../test/as-admin.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

const send = asAdmin(() => service)
const at = (operation: Operation, id: string, value_id: string, options: CallOptions<Operation> = {}) =>
  service.send(operation, { actor: ADMIN, params: { id, value_id }, ...options })
async function anAttribute(): Promise<{ id: string; values: { id: string }[] }> {
  const possible_values = [
    { value: 'b', rank: 2 },
    { value: 'a', rank: 1 },
  ]
  const { attribute } = (await send(createAttribute, undefined, { body: { name: aName('Attribute'), possible_values } })).body
  return { id: attribute.id, values: attribute.possible_values }
}
const unknown = (id: string) => [404, 'not_found', `AttributePossibleValue id not found: ${id}`]
const taken = (id: string, value: string) => [
  400,
  'invalid_data',
  `Attribute possible value with attribute_id: ${id}, value: ${value}, already exists.`,
]

describe('the possible values of an attribute', () => {
  it('are listed by rank', async () => {
    const { id, values } = await anAttribute()
    const listed = async (query = '', of = id) => (await send(listAttributePossibleValues, of, { query })).body
    expect(await listed()).toEqual({
      attribute_possible_values: [
        { id: values[0]!.id, value: 'a', rank: 1, metadata: null },
        { id: values[1]!.id, value: 'b', rank: 2, metadata: null },
      ],
      count: 2,
      offset: 0,
      limit: 20,
    })
    expect(await listed('order=-value&limit=1&offset=1&fields=attribute_id')).toMatchObject({
      attribute_possible_values: [{ attribute_id: id }],
      count: 2,
    })
    expect(await listed('', 'attr_none')).toMatchObject({ count: 0 })
    for (const query of queriesOf(listAttributePossibleValues).orders) expect(await listed(query)).toHaveProperty('count', 2)
  })

  it('can be added individually', async () => {
    const { id } = await anAttribute()
    const add = (body: object, options: object = {}) => send(createAttributePossibleValue, id, { body, ...options } as never)
    const { status, etag, body } = await add({ value: 'c', rank: 0, metadata: { hex: '#fff' } })
    const { attribute_possible_value: made } = body
    expect([status, etag, made]).toEqual([
      201,
      '"2"',
      { id: expect.stringMatching(/^attr_pos_val_[0-9A-Z]{26}$/), value: 'c', rank: 0, metadata: { hex: '#fff' } },
    ])
    expect((await send(getAttribute, id)).body.attribute.possible_values[0]).toMatchObject({ id: made.id })

    expect(refusal(await add({ value: 'a', rank: 9 }))).toEqual(taken(id, 'a'))
    expect((await add({ value: 'd', rank: 1 }, { if_match: '"1"' })).status).toBe(412)
    expect((await add({ value: 'd' })).body.message).toContain("Field 'rank' is required")
    expect((await add({ value: '', rank: 1 })).body.message).toContain("Value for field 'value' too small")
    expect(refusal(await send(createAttributePossibleValue, 'attr_none', { body: { value: 'a', rank: 1 } }))).toEqual([
      404,
      'not_found',
      "Attribute with id 'attr_none' not found",
    ])
  })

  it('are created once per repeated op-id, and once for concurrent requests with the same value', async () => {
    const { id } = await anAttribute()
    const options = { op_id: mintOpId(Date.now()), body: { value: 'once', rank: 0 } }
    const repeats = await Promise.all([1, 2, 3].map(() => send(createAttributePossibleValue, id, options)))
    expect(new Set(repeats.map(({ text }) => text)).size).toBe(1)
    const answers = await Promise.all(
      [1, 2, 3, 4].map((rank) => send(createAttributePossibleValue, id, { body: { value: 'wanted', rank } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400])
    expect(refusal(answers.find(({ status }) => status === 400)!)).toEqual(taken(id, 'wanted'))
  })

  it('are limited to 500', async () => {
    const possible_values = Array.from({ length: 500 }, (_, rank) => ({ value: `v${rank}`, rank }))
    const { attribute } = (await send(createAttribute, undefined, { body: { name: aName('Full'), possible_values } })).body
    const another = await send(createAttributePossibleValue, attribute.id, { body: { value: 'more', rank: 0 } })
    expect(refusal(another)).toEqual([400, 'invalid_data', 'An attribute has at most 500 possible values'])
  })

  it('can be read and changed individually', async () => {
    const { id, values } = await anAttribute()
    const [a] = values
    expect((await at(getAttributePossibleValue, id, a!.id)).body).toEqual({
      attribute_possible_value: { id: a!.id, value: 'a', rank: 1, metadata: null },
    })
    const change = (body: object, options: object = {}) => at(updateAttributePossibleValue, id, a!.id, { body, ...options })
    const { etag, body } = await change({ id: 'other', value: 'A', metadata: { b: 1 } })
    expect([etag, body.attribute_possible_value]).toEqual(['"2"', { id: a!.id, value: 'A', rank: 1, metadata: { b: 1 } }])
    expect((await change({ value: 'A' })).etag).toBe('"2"')
    expect((await change({ value: 'x' }, { if_match: '"1"' })).status).toBe(412)
    expect(refusal(await change({ value: 'b' }))).toEqual(taken(id, 'b'))
    expect((await change({ foo: 1 })).body.message).toContain("Unrecognized fields: 'foo'")
    const both = await Promise.all(
      values.map((value) => at(updateAttributePossibleValue, id, value.id, { body: { value: 'x' } })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('are not found under another attribute', async () => {
    const [{ values }, other] = [await anAttribute(), await anAttribute()]
    const [{ id }] = values as [{ id: string }]
    for (const attribute of [other.id, 'attr_none']) {
      expect(refusal(await at(getAttributePossibleValue, attribute, id))).toEqual(unknown(id))
      expect(refusal(await at(updateAttributePossibleValue, attribute, id, { body: {} }))).toEqual(unknown(id))
    }
    await send(deleteAttribute, other.id)
    expect(refusal(await at(getAttributePossibleValue, other.id, other.values[0]!.id))).toEqual(unknown(other.values[0]!.id))
  })
})
