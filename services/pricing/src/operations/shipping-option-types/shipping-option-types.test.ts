import {
  createShippingOptionType,
  deleteShippingOptionType,
  getShippingOptionType,
  listShippingOptionTypes,
  updateShippingOptionType,
} from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asAdmin } from '../../../test/as-admin.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
const send = asAdmin(() => service)

beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

const created = async (n: number) =>
  (
    await send(createShippingOptionType, undefined, {
      body: { label: `Test${n}`, code: `test${n}`, description: `Test${n} description` },
    })
  ).body.shipping_option_type
const list = async (query = '') => (await send(listShippingOptionTypes, undefined, { query })).body

describe('a shipping option type', () => {
  it('is created, found, returned, updated and deleted', async () => {
    const [one, two] = [await created(1), await created(2)]
    expect(one).toEqual({
      id: expect.stringMatching(/^sotype_.{24}/),
      label: 'Test1',
      code: 'test1',
      description: 'Test1 description',
      created_at: one.created_at,
      updated_at: one.created_at,
    })
    expect(await list()).toEqual({ shipping_option_types: [one, two], count: 2, offset: 0, limit: 10 })
    for (const query of ['q=st1', 'code=test1', 'label=Test1']) expect((await list(query)).shipping_option_types).toEqual([one])
    expect((await list('order=-description')).shipping_option_types).toEqual([two, one])
    expect((await send(getShippingOptionType, one.id)).body.shipping_option_type).toEqual(one)

    const changed = await send(updateShippingOptionType, one.id, { body: { code: 'new' } })
    expect([changed.etag, changed.body.shipping_option_type]).toMatchObject(['"2"', { label: 'Test1', code: 'new' }])
    expect((await send(updateShippingOptionType, one.id, { body: {}, if_match: '"1"' })).status).toBe(412)
    const gone = await send(deleteShippingOptionType, one.id)
    expect(gone.body).toEqual({ id: one.id, object: 'shipping_option_type', deleted: true })
    const unknown = [404, 'not_found', `ShippingOptionType with id: ${one.id} was not found`]
    expect(refusal(await send(getShippingOptionType, one.id))).toEqual(unknown)
    expect(refusal(await send(updateShippingOptionType, one.id, { body: {} }))).toEqual([
      404,
      'not_found',
      `Shipping option type with id "${one.id}" not found`,
    ])
  })

  it('applies every concurrent update', async () => {
    const { id } = await created(3)
    const changes = { label: 'a', code: 'b', description: 'c' }
    const answers = await Promise.all(
      Object.entries(changes).map(([field, value]) => send(updateShippingOptionType, id, { body: { [field]: value } })),
    )
    expect(answers.map(({ etag }) => etag).toSorted()).toEqual(['"2"', '"3"', '"4"'])
    expect((await send(getShippingOptionType, id)).body.shipping_option_type).toMatchObject(changes)
  })

  it('requires label and code', async () => {
    const refused = await send(createShippingOptionType, undefined, { body: { foo: 1 } as never })
    expect(refusal(refused)).toEqual([
      400,
      'invalid_data',
      "Invalid request: Field 'label' is required; Field 'code' is required; Unrecognized fields: 'foo'",
    ])
  })
})
