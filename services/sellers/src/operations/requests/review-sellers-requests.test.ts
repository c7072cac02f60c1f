import {
  createCollection,
  createProductTag,
  getCollection,
  getProductCategory,
  getProductTag,
  getProductType,
  getReview,
  type Operation,
  updateCollection,
  updateVendorRequest,
} from '@souk/contracts'
import { createLogger, mintOpId } from '@souk/runtime'
import { invalid, lookOnce, refusal } from '@souk/runtime/testing'
import type { Collection } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededReviews } from '../../../../../tools/seed/reviews.ts'
import { aSeller } from '../../../test/builders.ts'
import { REVIEWED } from '../../../test/requesting.ts'
import { requestingOfSellers } from '../../../test/sellers-requests.ts'
import { type SellersUnderTest, startForAdministrators } from '../../../test/service.ts'
import { carryOutLeft } from '../../background/carry-out-left.ts'
import { opOfAcceptance, resourceOf } from './carry-out.ts'

const ADMIN = { type: 'user', id: 'user_1', identity_id: 'authid_1' } as const

let service: SellersUnderTest
let made = 0
beforeAll(async () => {
  service = await startForAdministrators()
  await insertMissing(service.db, { sellers: [aSeller({ id: 'sel_asks', handle: 'asks', members: [] })] })
})
afterAll(() => service.stop())

const { as, review } = requestingOfSellers(() => service)
const { asked, get } = as('sel_asks')
const inCatalogue = (operation: Operation, id: string) =>
  service.pricing.send(operation, { actor: ADMIN, params: { id } as never })
const unique = (text: string) => `${text} ${++made}`
const aCollection = async () => {
  const { body } = await service.pricing.send(createCollection, { actor: ADMIN, body: { title: unique('Spring') } })
  return body.collection as { id: string; title: string; handle: string }
}
async function aReview(seller_id = 'sel_asks') {
  const id = `rev_r${++made}`
  await insertMissing(service.db, { reviews: [{ ...seededReviews[0]!, id, order_id: `order_r${made}`, seller_id }] })
  return id
}

/** For each type, the data of a request and a check of its result. */
const KINDS = {
  product_category: async () => {
    const name = unique('Hats')
    return {
      data: { name, handle: '', description: 'For heads' },
      there: async (id: string) =>
        expect((await inCatalogue(getProductCategory, id)).body.product_category).toMatchObject({
          ...{ name, handle: name.toLowerCase().replace(' ', '-'), description: 'For heads' },
          ...{ is_active: true, is_internal: false, parent_category_id: null },
        }),
    }
  },
  product_collection: async () => {
    const title = unique('Winter')
    const handle = `cold-${made}`
    return {
      data: { title, handle },
      there: async (id: string) =>
        expect((await inCatalogue(getCollection, id)).body.collection).toMatchObject({ title, handle, external_id: null }),
    }
  },
  product_collection_update: async () => {
    const { id: collection_id, handle } = await aCollection()
    const title = unique('Summer')
    return {
      data: { collection_id, title },
      there: async (id: string) => {
        expect(id).toBe(collection_id)
        expect((await inCatalogue(getCollection, id)).body.collection).toMatchObject({ title, handle })
      },
    }
  },
  product_type: async () => {
    const value = unique('Ceramics')
    return {
      data: { value, metadata: { a: 1 } },
      there: async (id: string) =>
        expect((await inCatalogue(getProductType, id)).body.product_type).toMatchObject({ value, metadata: { a: 1 } }),
    }
  },
  product_tag: async () => {
    const value = unique('handmade')
    return {
      data: { value },
      there: async (id: string) =>
        expect((await inCatalogue(getProductTag, id)).body.product_tag).toMatchObject({ value, metadata: null }),
    }
  },
  review_remove: async () => {
    const review_id = await aReview()
    return {
      data: { review_id, reason: 'Abuse' },
      there: async (id: string) => {
        expect(id).toBe(review_id)
        expect((await service.admin(getReview, { params: { id } })).status).toBe(404)
        expect(await service.db.collection('reviews').findOne({ _id: id as never })).toMatchObject({ is_taken_down: true })
      },
    }
  },
} as const
type Kind = keyof typeof KINDS
const kinds = Object.keys(KINDS) as Kind[]

/** All that requests may change, without the events that are still to be published. */
const changeable = () => {
  const withoutOutbox = (one: Collection) =>
    one
      .find({}, { projection: { outbox: 0, outbox_since: 0 } })
      .sort({ _id: 1 })
      .toArray()
  const { db: catalogue } = service.pricing
  const collections = ['category_trees', 'product_collections', 'product_types', 'product_tags'].map((name) =>
    catalogue.collection(name),
  )
  return Promise.all([...collections, service.db.collection('reviews')].map(withoutOutbox))
}

async function aRequest(kind: Kind) {
  const { data, there } = await KINDS[kind]()
  return { ...(await asked(kind, data)), there }
}

describe('review-request of sellers’ requests', () => {
  it.each(kinds)('does what an accepted request asks for once, however many review it concurrently: %s', async (kind) => {
    const { id, data, there } = await aRequest(kind)
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([...[1, 2, 3].map(() => review(id, 'accepted', { op_id })), review(id, 'accepted')])
    const granted = replies.filter(({ status }) => status === 200)
    expect(granted.length, JSON.stringify(replies.map(({ text }) => text))).toBeGreaterThan(0)
    for (const reply of replies.filter(({ status }) => status !== 200)) expect(refusal(reply)).toEqual(REVIEWED)
    const { body } = granted[0]!
    const { handle, ...fields } = data as { handle?: string }
    const top = kind === 'product_category' && { parent_category_id: null }
    const shown = kind === 'review_remove' ? {} : { ...fields, ...(handle && { handle }), ...top }
    const createdResource = { ...shown, id: expect.any(String) }
    expect(body).toEqual({ id, status: 'accepted', createdResourceType: kind, createdResource })
    expect(granted.map(({ etag }) => etag)).toContain('"3"') // a late retry gets the revision of its own write
    await there(body.createdResource.id)
    expect((await get(id)).body.request).toMatchObject({ status: 'accepted', reviewer_id: 'user_1', reviewer_note: 'Fine' })
    expect(await service.eventsOf(id, 2)).toMatchObject([{}, { type: 'request.accepted', ids: { id } }])
    expect(refusal(await review(id, 'rejected'))).toEqual(REVIEWED)
  })

  it.each(kinds)('records the rejection of a request, publishes an event, and changes nothing else: %s', async (kind) => {
    const { id } = await aRequest(kind)
    const before = await changeable()
    const { status, body } = await review(id, 'rejected')
    expect([status, body]).toEqual([200, { id, status: 'rejected' }])
    expect((await get(id)).body.request.status).toBe('rejected')
    expect(await service.eventsOf(id, 2)).toMatchObject([{}, { type: 'request.rejected' }])
    expect(await changeable()).toEqual(before)
  })

  it('leaves a request pending if the catalog rejects it, until it asks for something else', async () => {
    const { handle } = await aCollection()
    const { id } = await asked('product_collection', { title: 'Spring again', handle })
    const op_id = mintOpId(Date.now())
    const taken = invalid(`Product collection with handle: ${handle}, already exists.`)
    for (const options of [{ op_id }, { op_id }, {}]) expect(refusal(await review(id, 'accepted', options))).toEqual(taken)
    expect((await get(id)).body.request).toMatchObject({ status: 'pending', reviewer_id: null })
    const { send } = as('sel_asks')
    await send(updateVendorRequest, {
      params: { id },
      body: { request: { type: 'product_collection', data: { handle: `${handle}-2` } } },
    })
    const accepted = await review(id, 'accepted')
    expect(accepted.status, accepted.text).toBe(200)
    const { collection } = (await inCatalogue(getCollection, accepted.body.createdResource.id)).body
    expect(collection).toMatchObject({ title: 'Spring again', handle: `${handle}-2` })
  })

  it('leaves a request pending if what it changes is gone', async () => {
    const { id } = await asked('product_collection_update', { collection_id: 'pcol_none', title: 'T' })
    expect(refusal(await review(id, 'accepted'))).toEqual([404, 'not_found', 'Collection with id: pcol_none was not found'])
    const below = await asked('product_category', { name: unique('Below'), handle: '', parent_category_id: 'pcat_none' })
    expect((await review(below.id, 'accepted')).status).toBeGreaterThanOrEqual(400)
    for (const one of [id, below.id]) expect((await get(one)).body.request.status).toBe('pending')
  })

  it('accepts the removal of a review that is already gone', async () => {
    const { id, data } = await aRequest('review_remove')
    await service.db
      .collection('reviews')
      .updateOne(
        { _id: (data as { review_id: string }).review_id as never },
        { $set: { deleted_at: new Date().toISOString() }, $inc: { revision: 1 } },
      )
    expect((await review(id, 'accepted')).status).toBe(200)
  })
})

describe('an acceptance of a seller’s request that a killed process left unfinished', () => {
  const sweep = () => {
    const options = { ...service.deps, logger: createLogger('sellers', 'silent'), leftAfterMs: -1000, firstAfterMs: 0 }
    return lookOnce(3, () => carryOutLeft(options))
  }
  async function begun(kind: Kind) {
    const one = await aRequest(kind)
    const accepting = { since: new Date().toISOString(), reviewer_id: 'user_7', reviewer_note: 'Welcome' }
    await service.db
      .collection('requests')
      .updateOne({ _id: one.id as never }, { $set: { accepting }, $inc: { revision: 1 } } as object)
    return one
  }

  it.each(kinds)('is carried out once: %s', async (kind) => {
    const { id, there } = await begun(kind)
    const { record } = await service.deps.requests.get(id, Date.now() + 5000)
    if (record.type !== 'seller' && record.type !== 'review_remove')
      await service.deps.catalogue.carryOut(
        resourceOf(record),
        { type: record.type, data: record.data } as never,
        opOfAcceptance(record, record.accepting!),
        Date.now() + 5000,
      )
    expect(refusal(await review(id, 'accepted'))).toEqual(REVIEWED)
    await sweep()
    expect((await get(id)).body.request).toMatchObject({ status: 'accepted', reviewer_id: 'user_7', reviewer_note: 'Welcome' })
    await there(resourceOf(record))
    expect((await service.eventsOf(id, 2)).map(({ type }) => type)).toEqual(['request.created', 'request.accepted'])
  })

  it('does not restore a title that an administrator has changed since', async () => {
    const { id, data } = await begun('product_collection_update')
    const { record } = await service.deps.requests.get(id, Date.now() + 5000)
    const op = opOfAcceptance(record, record.accepting!)
    const request = { type: 'product_collection_update', data } as never
    await service.deps.catalogue.carryOut(resourceOf(record), request, op, Date.now() + 5000)
    const title = unique('Autumn')
    const params = { id: resourceOf(record) }
    expect((await service.pricing.send(updateCollection, { actor: ADMIN, params, body: { title } })).status).toBe(200)
    await sweep()
    expect((await inCatalogue(getCollection, params.id)).body.collection).toMatchObject({ title })
    expect((await get(id)).body.request).toMatchObject({ status: 'accepted' })
  })

  it('is undone if the catalog rejects it by now', async () => {
    const { id, data } = await begun('product_tag')
    await service.pricing.send(createProductTag, { actor: ADMIN, body: { value: (data as { value: string }).value } })
    await sweep()
    expect((await get(id)).body.request).toMatchObject({ status: 'pending', reviewer_id: null })
  })
})

it('administrators are notified of a request, and its seller of the review', async () => {
  const { id, data } = await aRequest('product_category')
  await review(id, 'accepted')
  const notified = () => service.db.collection('notifications').find({ resource_id: id }).toArray()
  await expect.poll(async () => (await notified()).length).toBe(2)
  expect((await notified()).toSorted((a, b) => (a.channel < b.channel ? -1 : 1))).toMatchObject([
    { to: '', channel: 'feed', data: { title: 'New Product Category' } },
    {
      ...{ to: 'sel_asks', channel: 'seller_feed', template: 'seller_product_category_request_accepted_notification' },
      data: { name: (data as { name: string }).name },
    },
  ])
})
