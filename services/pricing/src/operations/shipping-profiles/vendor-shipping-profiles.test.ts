import {
  batchProducts,
  createProduct,
  createShippingOption,
  createShippingProfile,
  createVendorProduct,
  createVendorShippingOption,
  createVendorShippingProfile,
  deleteShippingProfile,
  deleteVendorProduct,
  deleteVendorShippingOption,
  deleteVendorShippingProfile,
  getProduct,
  getShippingProfile,
  getStoreProduct,
  getVendorProduct,
  getVendorShippingOption,
  getVendorShippingProfile,
  importSellerProducts,
  listShippingProfiles,
  listVendorShippingProfiles,
  type Operation,
  updateProduct,
  updateShippingOption,
  updateShippingProfile,
  updateVendorProduct,
  updateVendorShippingOption,
  updateVendorShippingProfile,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { FORBIDDEN, invalid, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { shippingProfile } from '../../../../../tools/seed/product-parts.ts'
import { STOREFRONT } from '../../../test/actors.ts'
import { ADMIN, aName, asAdmin } from '../../../test/as-admin.ts'
import { asSeller } from '../../../test/as-seller.ts'
import { memberOf, records } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'
import { createShippingProfileStore } from '../../stores/shipping-profiles.ts'

let service: PricingUnderTest
/** A profile of the marketplace. */
let shared: string
const admin = asAdmin(() => service)
const { send, aPlace } = asSeller(() => service)

beforeAll(async () => {
  service = await startPricing()
  await insertMissing(service.db, records)
  shared = (await admin(createShippingProfile, undefined, { body: { name: 'Parcels', type: 'default' } })).body.shipping_profile
    .id
})
afterAll(() => service.stop())

const NOT_SHARED = [403, 'not_allowed', 'Only the marketplace can change its shipping profiles']
const unknown = (id: string) => [
  404,
  'not_found',
  `You tried to set relationship shipping_profile_id: ${id}, but such entity does not exist`,
]
const create = (body: object = {}, options: object = {}, seller = 'sel_a') =>
  send(
    createVendorShippingProfile,
    undefined,
    { body: { name: aName('Profile'), type: 'custom', ...body } as never, ...options },
    seller,
  )
async function created(body: object = {}, seller = 'sel_a'): Promise<string> {
  const answer = await create(body, {}, seller)
  expect(answer.status, answer.text).toBe(201)
  return answer.body.shipping_profile.id
}
const listed = async (operation: Operation, query = '', seller = 'sel_a') => {
  const actor = operation === listShippingProfiles ? ADMIN : memberOf(seller)
  const { body } = await service.send(operation, { actor, query })
  return body.shipping_profiles.map(({ id }: { id: string }) => id)
}
const aProduct = (more: object = {}) => ({ title: aName('Shipped'), options: [{ title: 'Size', values: ['S'] }], ...more })
const profileOf = async (id: string) =>
  (await service.db.collection<{ _id: string; shipping_profile_id: string }>('products').findOne({ _id: id }))!
    .shipping_profile_id

describe('a shipping profile of a seller', () => {
  it('is created, read, changed and deleted by the seller, and publishes events', async () => {
    const metadata = { crew: 1 }
    const answer = await create({ name: 'Planks', metadata })
    const profile = answer.body.shipping_profile
    const { id, created_at } = profile
    expect([answer.status, answer.etag]).toEqual([201, '"1"'])
    const dates = { created_at, updated_at: created_at }
    expect(profile).toEqual({ id: expect.stringMatching(/^sp_/), name: 'Planks', type: 'custom', metadata, ...dates })
    expect((await send(getVendorShippingProfile, id)).body).toEqual({ shipping_profile: profile })

    const body = { name: 'Long planks', metadata: { crew: 2 } }
    const changed = await send(updateVendorShippingProfile, id, { body })
    expect([changed.status, changed.etag, changed.body.shipping_profile]).toMatchObject([200, '"2"', { type: 'custom', ...body }])
    expect((await send(updateVendorShippingProfile, id, { body, if_match: '"1"' })).status).toBe(412)
    expect((await send(deleteVendorShippingProfile, id, { if_match: '"1"' })).status).toBe(412)

    expect((await send(deleteVendorShippingProfile, id)).body).toEqual({ id, object: 'shipping_profile', deleted: true })
    expect(await service.eventsOf(id, 3)).toMatchObject(
      ['created', 'updated', 'deleted'].map((what) => ({ type: `shipping-profile.${what}`, ids: { id } })),
    )
    for (const operation of [getVendorShippingProfile, deleteVendorShippingProfile, updateVendorShippingProfile])
      expect(refusal(await send(operation, id, operation === updateVendorShippingProfile ? { body } : {}))).toEqual(FORBIDDEN)
  })

  it('is not reached by other sellers, storefronts or, below /vendor, administrators', async () => {
    const id = await created()
    const calls = [
      [getVendorShippingProfile, {}],
      [updateVendorShippingProfile, { body: { name: 'Mine' } }],
      [deleteVendorShippingProfile, {}],
    ] as const
    for (const [operation, options] of calls) {
      for (const [one, seller] of [[id, 'sel_b'] as const, ['sp_none', 'sel_a'] as const])
        expect(refusal(await send(operation as Operation, one, options, seller))).toEqual(FORBIDDEN)
      for (const actor of [ADMIN, STOREFRONT])
        expect((await service.send(operation as Operation, { actor, params: { id }, ...options })).status).toBe(401)
    }
    expect((await send(getVendorShippingProfile, id)).etag).toBe('"1"')
  })

  it('is listed with those of the marketplace, but not to other sellers', async () => {
    const [own, theirs] = [await created(), await created({}, 'sel_b')]
    const all = await listed(listVendorShippingProfiles)
    expect(all).toEqual(expect.arrayContaining([shared, own]))
    expect(all).not.toContain(theirs)
    expect(await listed(listVendorShippingProfiles, `id[]=${own}&id[]=${theirs}`)).toEqual([own])
    expect(await listed(listVendorShippingProfiles, `id=${theirs}&with_deleted=true`)).toEqual([])
    expect(await listed(listVendorShippingProfiles, '', 'sel_new')).toContain(shared)
    const { body, text } = await send(listVendorShippingProfiles, undefined, { query: 'q=arcel&order=-created_at' })
    expect(body).toMatchObject({ count: 1, offset: 0, limit: 20, shipping_profiles: [{ id: shared, name: 'Parcels' }] })
    expect(text).not.toContain('seller_id')
    expect((await send(listVendorShippingProfiles, undefined, { query: 'seller_id=sel_a' })).status).toBe(400)
  })

  it('is listed using indexes', async () => {
    const { filters, orders, search } = queriesOf(listVendorShippingProfiles)
    const plans = await plansOf(service.db, async () => {
      for (const query of [...filters, ...orders, ...search])
        expect([query, (await send(listVendorShippingProfiles, undefined, { query })).status]).toEqual([query, 200])
      for (const query of queriesOf(listShippingProfiles).filters)
        expect([query, (await admin(listShippingProfiles, undefined, { query })).status]).toEqual([query, 200])
      await send(createVendorProduct, undefined, { body: aProduct() as never })
    })
    const ofProfiles = plans.filter(({ ns }) => ns.endsWith('.shipping_profiles'))
    expect(ofProfiles.length).toBeGreaterThan(filters.length)
    expect(await unindexed(service.db, ofProfiles)).toEqual([])
  })

  it('shows administrators its seller, who may change and delete it', async () => {
    const id = await created({}, 'sel_seen')
    expect((await admin(getShippingProfile, id)).body.shipping_profile).toMatchObject({ id, seller_id: 'sel_seen' })
    expect((await admin(getShippingProfile, shared)).body.shipping_profile.seller_id).toBeNull()
    expect(await listed(listShippingProfiles, 'seller_id=sel_seen')).toEqual([id])
    const changed = await admin(updateShippingProfile, id, { body: { type: 'checked' } })
    expect(changed.body.shipping_profile).toMatchObject({ type: 'checked', seller_id: 'sel_seen' })
    expect((await admin(updateShippingProfile, id, { body: { seller_id: null } as never })).status).toBe(400)
    expect((await admin(deleteShippingProfile, id)).status).toBe(200)
    expect((await send(getVendorShippingProfile, id, {}, 'sel_seen')).status).toBe(403)
  })

  it('has a name that is unique among those of its seller, even with concurrent requests', async () => {
    const name = aName('Same')
    const taken = invalid(`Shipping profile with name: ${name}, already exists.`)
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ name })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400, 400])
    expect(refusal(answers.find(({ status }) => status === 400)!)).toEqual(taken)
    await created({ name }, 'sel_b')
    expect((await admin(createShippingProfile, undefined, { body: { name, type: 'default' } })).status).toBe(200)
    const other = await created()
    expect(refusal(await send(updateVendorShippingProfile, other, { body: { name } }))).toEqual(taken)
    await send(deleteVendorShippingProfile, answers.find(({ status }) => status === 201)!.body.shipping_profile.id)
    expect((await send(updateVendorShippingProfile, other, { body: { name } })).status).toBe(200)
  })

  it('is created once for a repeated op-id, and deleted once by concurrent requests', async () => {
    const op_id = mintOpId(Date.now())
    const answers = await Promise.all([1, 2].map(() => create({ name: 'Once' }, { op_id })))
    expect(answers[1]!.body).toEqual(answers[0]!.body)
    const { id } = answers[0]!.body.shipping_profile
    const deletions = await Promise.all([1, 2, 3].map(() => send(deleteVendorShippingProfile, id)))
    expect(deletions.map(({ status }) => status).toSorted()).toEqual([200, 403, 403])
  })

  it('can be deleted again under the same op-id', async () => {
    const id = await created()
    const op_id = mintOpId(Date.now())
    for (let tries = 0; tries < 2; tries++) expect((await send(deleteVendorShippingProfile, id, { op_id })).status).toBe(200)
  })

  it.each([
    [{ name: undefined, type: undefined }, "Invalid request: Field 'name' is required; Field 'type' is required"],
    [{ metadata: ['crew'] }, "Invalid request: Expected type: 'object' for field 'metadata', got: 'array'"],
    [{ seller_id: 'sel_b' }, "Invalid request: Unrecognized fields: 'seller_id'"],
  ])('is not created from %j', async (body, text) => {
    expect(refusal(await create(body))).toEqual(invalid(text))
  })

  it('is one of at most 50, and none of them grows beyond 512 KiB in total', async () => {
    const shipping_profiles = Array.from({ length: 49 }, (_, n) => {
      const long = { metadata: { text: 'x'.repeat(10_200) } }
      return { ...shippingProfile, id: `sp_full_${n}`, name: `Full ${n}`, seller_id: 'sel_full', ...long }
    })
    await insertMissing(service.db, { shipping_profiles })
    const id = (await create({}, {}, 'sel_full')).body.shipping_profile.id
    expect(refusal(await create({}, {}, 'sel_full'))).toEqual([
      400,
      'not_allowed',
      'A seller can have 50 shipping profiles at most',
    ])
    const grown = await send(updateVendorShippingProfile, id, { body: { metadata: { text: 'x'.repeat(9000) } } }, 'sel_full')
    expect(refusal(grown)).toEqual(
      invalid('The shipping profiles of a seller hold at most 512 KiB as JSON, all of them together'),
    )
  })

  it('stored without a seller id belongs to the marketplace, whose names stay unique', async () => {
    const collection = service.db.collection<{ _id: string }>('shipping_profiles')
    await insertMissing(service.db, { shipping_profiles: [{ ...shippingProfile, id: 'sp_old', name: 'Old' }] })
    await collection.createIndex({ name: 1 }, { name: 'one_per_name' })
    await createShippingProfileStore(service.db).ensureIndexes()
    expect((await collection.indexes()).map(({ name }) => name)).not.toContain('one_per_name')
    expect((await send(getVendorShippingProfile, 'sp_old')).status).toBe(200)
    expect((await admin(getShippingProfile, 'sp_old')).body.shipping_profile.seller_id).toBeNull()
    expect(refusal(await admin(createShippingProfile, undefined, { body: { name: 'Old', type: 'x' } }))).toEqual(
      invalid('Shipping profile with name: Old, already exists.'),
    )
    expect(refusal(await send(deleteVendorShippingProfile, 'sp_old'))).toEqual(NOT_SHARED)
  })
})

it('profiles of the marketplace are shown to sellers, but not changed or deleted by them', async () => {
  expect((await send(getVendorShippingProfile, shared)).body.shipping_profile).toMatchObject({ id: shared, name: 'Parcels' })
  expect(refusal(await send(updateVendorShippingProfile, shared, { body: { name: 'Mine' } }))).toEqual(NOT_SHARED)
  expect(refusal(await send(deleteVendorShippingProfile, shared))).toEqual(NOT_SHARED)
  const gone = (await admin(createShippingProfile, undefined, { body: { name: aName('Gone'), type: 'x' } })).body.shipping_profile
  await admin(deleteShippingProfile, gone.id)
  expect(refusal(await send(deleteVendorShippingProfile, gone.id))).toEqual(FORBIDDEN)
  expect(refusal(await send(getVendorShippingProfile, gone.id))).toEqual(FORBIDDEN)
})

describe('products', () => {
  const make = (more: object, seller = 'sel_a') => send(createVendorProduct, undefined, { body: aProduct(more) as never }, seller)

  it('of a seller have its own profile, which is shown without its seller', async () => {
    const id = await created({ name: 'Shown' })
    const { product } = (await make({ shipping_profile_id: id })).body
    const fields = 'fields=*shipping_profile'
    const shown = await send(getVendorProduct, product.id, { query: fields })
    expect(shown.body.product.shipping_profile).toMatchObject({ id, name: 'Shown', type: 'custom' })
    const texts = [shown, await admin(getProduct, product.id, { query: fields })].map(({ text }) => text)
    const actor = { ...STOREFRONT, sales_channel_ids: [] }
    texts.push((await service.send(getStoreProduct, { actor, params: { id: product.id }, query: fields } as never)).text)
    for (const text of texts) expect(text).not.toContain('seller_id')
    expect((await send(updateVendorProduct, product.id, { body: { shipping_profile_id: shared } as never })).status).toBe(200)
    expect((await send(updateVendorProduct, product.id, { body: { shipping_profile_id: id } as never })).status).toBe(200)
  })

  it('of a seller take the oldest default profile of the marketplace, never one of its own, if they name none', async () => {
    await created({ type: 'default' }, 'sel_default')
    const profiles = service.db.collection('shipping_profiles')
    await profiles.updateMany({ seller_id: 'sel_default' }, { $set: { created_at: '2001-01-01T00:00:00.000Z' } })
    const [oldest] = await profiles
      .find({ seller_id: null, type: 'default', deleted_at: null })
      .sort({ created_at: 1, _id: 1 })
      .toArray()
    const { product } = (await make({}, 'sel_default')).body
    expect(await profileOf(product.id)).toBe(oldest!._id)
  })

  it('do not take the profile of another seller: it is refused like a missing one', async () => {
    const theirs = await created({}, 'sel_b')
    const own = (await make({})).body.product.id as string
    const ofMarketplace = (await admin(createProduct, undefined, { body: aProduct() as never })).body.product.id as string
    for (const shipping_profile_id of [theirs, 'sp_none']) {
      const body = { shipping_profile_id } as never
      expect(refusal(await make({ shipping_profile_id }))).toEqual(unknown(shipping_profile_id))
      expect(refusal(await send(updateVendorProduct, own, { body }))).toEqual(unknown(shipping_profile_id))
      expect(refusal(await admin(updateProduct, own, { body }))).toEqual(unknown(shipping_profile_id))
      const update = { body: { update: [{ id: own, shipping_profile_id }] } as never }
      expect(refusal(await admin(batchProducts, undefined, update))).toEqual(unknown(shipping_profile_id))
      const values = {
        'product title': aName('Imported'),
        'variant title': 'One',
        'product shipping profile id': shipping_profile_id,
      }
      const line = { 'variant option 1 name': 'Size', 'variant option 1 value': 'S', 'variant price eur': '9' }
      const products = [[{ line: 2, values: { ...values, ...line } }]]
      expect(refusal(await send(importSellerProducts, undefined, { body: { products } as never }))[2]).toContain(
        unknown(shipping_profile_id)[2],
      )
    }
    const body = { shipping_profile_id: theirs } as never
    expect(refusal(await admin(createProduct, undefined, { body: aProduct(body) as never }))).toEqual(unknown(theirs))
    expect(refusal(await admin(updateProduct, ofMarketplace, { body }))).toEqual(unknown(theirs))
    const batch = { create: [aProduct(body)], update: [{ id: ofMarketplace, shipping_profile_id: theirs }] } as never
    expect((await admin(batchProducts, undefined, { body: batch })).body.errors).toMatchObject([
      { path: ['create', 0] },
      { path: ['update', 0] },
    ])
    // The seller's own products may have it, whoever gives it to them.
    const { id } = (await make({}, 'sel_b')).body.product
    expect((await admin(updateProduct, id, { body })).status).toBe(200)
    expect(await profileOf(id)).toBe(theirs)
    // As with the peers, the marketplace's own keep a profile that is not there.
    expect((await admin(updateProduct, ofMarketplace, { body: { shipping_profile_id: 'sp_none' } as never })).status).toBe(200)
  })

  it('keep their profile from being deleted, and so do shipping options', async () => {
    const id = await created()
    const { product } = (await make({ shipping_profile_id: id })).body
    expect(refusal(await send(deleteVendorShippingProfile, id))).toEqual(
      invalid(`Cannot delete following shipping profiles because they are linked to products: ${product.id}`),
    )
    await send(deleteVendorProduct, product.id)
    const { zone } = await aPlace()
    const made = await send(createVendorShippingOption, undefined, { body: anOption(zone, id) as never })
    expect(refusal(await send(deleteVendorShippingProfile, id))).toEqual(
      invalid(
        `Cannot delete Shipping Profiles ${id} with associated Shipping Options. Delete Shipping Options first and try again.`,
      ),
    )
    await send(deleteVendorShippingOption, made.body.shipping_option.id)
    expect((await send(deleteVendorShippingProfile, id)).status).toBe(200)
  })
})

const anOption = (service_zone_id: string, shipping_profile_id: string) => ({
  ...{ name: aName('Option'), service_zone_id, shipping_profile_id, provider_id: 'manual_manual' },
  type: { label: 'Slow', description: 'By hand', code: 'slow' },
  prices: [{ currency_code: 'eur', amount: 5, rules: [] }],
})

it('shipping options have profiles of their own seller or of the marketplace, whoever creates or changes them', async () => {
  const [own, theirs] = [await created(), await created({}, 'sel_b')]
  const { zone } = await aPlace()
  const made = await send(createVendorShippingOption, undefined, { body: anOption(zone, own) as never })
  const { id } = made.body.shipping_option
  const shown = await send(getVendorShippingOption, id, { query: 'fields=*shipping_profile' })
  expect(shown.body.shipping_option).toMatchObject({ shipping_profile: { id: own } })
  expect(shown.text).not.toContain('seller_id')

  const body = { shipping_profile_id: theirs }
  expect(refusal(await send(createVendorShippingOption, undefined, { body: anOption(zone, theirs) as never }))).toEqual(
    unknown(theirs),
  )
  expect(refusal(await send(updateVendorShippingOption, id, { body }))).toEqual(unknown(theirs))
  expect(refusal(await admin(updateShippingOption, id, { body }))).toEqual(unknown(theirs))
  expect(refusal(await admin(updateShippingOption, id, { body: { ...body, provider_id: 'manual_manual' } }))).toEqual(
    unknown(theirs),
  )
  const ofAdmin = (profile: string) => ({ body: { ...anOption(zone, profile), price_type: 'flat' } as never })
  expect(refusal(await admin(createShippingOption, undefined, ofAdmin(theirs)))).toEqual(unknown(theirs))
  expect((await admin(createShippingOption, undefined, ofAdmin(own))).status).toBe(200)
  for (const shipping_profile_id of [shared, own])
    expect((await send(updateVendorShippingOption, id, { body: { shipping_profile_id } })).status).toBe(200)
  expect((await admin(updateShippingOption, id, { body: { shipping_profile_id: own } })).status).toBe(200)
})
