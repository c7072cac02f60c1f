import {
  createProduct,
  createShippingProfile,
  deleteProduct,
  deleteShippingProfile,
  getShippingProfile,
  listShippingProfiles,
  updateProduct,
  updateShippingProfile,
} from '@souk/contracts'
import { plansOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aName, asAdmin } from '../../../test/as-admin.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
const send = asAdmin(() => service)

beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

const created = async (body: object = {}) =>
  (await send(createShippingProfile, undefined, { body: { name: aName('Profile'), type: 'default', ...body } })).body
    .shipping_profile
const list = async (query: string) => (await send(listShippingProfiles, undefined, { query })).body

describe('a shipping profile', () => {
  it('is created, returned, updated and deleted', async () => {
    const profile = await created({ name: 'Bulky', metadata: { crew: 2 } })
    const { id, created_at } = profile
    expect(profile).toEqual({
      id: expect.stringMatching(/^sp_/),
      name: 'Bulky',
      type: 'default',
      metadata: { crew: 2 },
      seller_id: null,
      created_at,
      updated_at: created_at,
    })
    expect((await send(getShippingProfile, id)).body.shipping_profile).toEqual(profile)
    const changed = await send(updateShippingProfile, id, { body: { type: 'custom' } })
    expect([changed.etag, changed.body.shipping_profile]).toMatchObject(['"2"', { name: 'Bulky', type: 'custom' }])
    expect((await send(updateShippingProfile, id, { body: {}, if_match: '"1"' })).status).toBe(412)

    expect((await send(deleteShippingProfile, id)).body).toEqual({ id, object: 'shipping_profile', deleted: true })
    const unknown = [404, 'not_found', `ShippingProfile with id: ${id} was not found`]
    expect(refusal(await send(getShippingProfile, id))).toEqual(unknown)
    expect(refusal(await send(updateShippingProfile, id, { body: {} }))).toEqual(unknown)
    expect(refusal(await send(deleteShippingProfile, id))).toEqual(unknown)
  })

  it('cannot be deleted while products use it', async () => {
    const { id: shipping_profile_id } = await created()
    const aProduct = async () => {
      const body = { title: aName('Shipped'), shipping_profile_id, options: [{ title: 'size', values: ['S'] }] }
      return (await send(createProduct, undefined, { body: body as never })).body.product.id as string
    }
    const [one, two] = [await aProduct(), await aProduct()]
    const profile = await plansOf(service.db, async () => {
      expect(refusal(await send(deleteShippingProfile, shipping_profile_id))).toEqual([
        400,
        'invalid_data',
        `Cannot delete following shipping profiles because they are linked to products: ${one}, ${two}`,
      ])
    })
    const plans = profile.flatMap(({ ns, planSummary }) => (ns?.endsWith('.products') ? (planSummary ?? []) : []))
    expect(plans).toContainEqual(expect.stringContaining('shipping_profile_id'))
    expect(plans.join()).not.toContain('COLLSCAN')
    await send(deleteProduct, one)
    await send(updateProduct, two, { body: { shipping_profile_id: null } as never })
    expect((await send(deleteShippingProfile, shipping_profile_id)).status).toBe(200)
  })

  it('has a unique name, even with concurrent requests', async () => {
    const name = aName('Profile')
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send(createShippingProfile, undefined, { body: { name, type: 'default' } })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const taken = [400, 'invalid_data', `Shipping profile with name: ${name}, already exists.`]
    expect(refusal(answers.find(({ status }) => status !== 200)!)).toEqual(taken)
  })

  it('requires name and type', async () => {
    const refused = await send(createShippingProfile, undefined, { body: {} as never })
    expect(refusal(refused)[2]).toBe("Invalid request: Field 'name' is required; Field 'type' is required")
  })

  it('is found by type and by parts of its name, oldest first', async () => {
    const [one, two] = [await created({ type: 'walrus' }), await created({ type: 'walrus' })]
    expect(await list('type=walrus')).toMatchObject({ count: 2, limit: 20, shipping_profiles: [{ id: one.id }, { id: two.id }] })
    expect(await list('q=alrus&order=-created_at&limit=1')).toMatchObject({ count: 2, shipping_profiles: [{ id: two.id }] })
  })
})
