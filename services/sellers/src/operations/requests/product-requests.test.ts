import {
  batchVendorRequests,
  createVendorProduct,
  deleteVendorProduct,
  getProduct,
  listRequests,
  listVendorRequests,
  updateProduct,
  updateVendorProductStatus,
  updateVendorRequest,
} from '@souk/contracts'
import { createLogger, mintOpId, newCommand } from '@souk/runtime'
import { FORBIDDEN, invalid, lookOnce, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aMember, aSeller, memberOf } from '../../../test/builders.ts'
import { requestingOfSellers } from '../../../test/sellers-requests.ts'
import { type SellersUnderTest, startForAdministrators } from '../../../test/service.ts'
import { carryOutLeft } from '../../background/carry-out-left.ts'
import { followProposal } from './follow-proposal.ts'

let service: SellersUnderTest
const ADMIN = { type: 'user', id: 'user_1', identity_id: 'authid_1' } as const
const SELLER = 'sel_proposes'
beforeAll(async () => {
  service = await startForAdministrators()
  const members = [aMember({ id: 'mem_owner', seller_id: SELLER, role: 'owner' })]
  await insertMissing(service.db, { sellers: [aSeller({ id: SELLER, handle: 'proposes', name: 'Proposer', members })] })
})
afterAll(() => service.stop())

const { as, review } = requestingOfSellers(() => service)
const { send, get } = as(SELLER)
const REVIEWED = invalid('This request is already reviewed')
const soon = () => Date.now() + 5000
const logger = createLogger('sellers', 'silent')

let made = 0
/** A product that the seller creates with this status. */
async function added(
  status = 'proposed',
  { title = `Proposed bowl ${++made}`, ...options }: { title?: string; op_id?: string } = {},
) {
  const answer = await service.pricing.send(createVendorProduct, {
    actor: memberOf(SELLER),
    body: {
      ...{ title, status, options: [{ title: 'Glaze', values: ['Blue'] }] },
      variants: [{ title: 'Blue', options: { Glaze: 'Blue' }, prices: [{ currency_code: 'eur', amount: 24 }] }],
    },
    ...options,
  } as never)
  expect(answer.status, answer.text).toBe(201)
  return answer.body.product as { id: string; title: string }
}
const say = (id: string, status: string) =>
  service.pricing.send(updateVendorProductStatus, { actor: memberOf(SELLER), params: { id }, body: { status } } as never)
const change = (id: string, status: string) =>
  service.pricing.send(updateProduct, { actor: ADMIN, params: { id }, body: { status } } as never)
const product = async (id: string) => (await service.pricing.send(getProduct, { actor: ADMIN, params: { id } })).body.product
const statusOf = async (id: string) => (await product(id)).status

/** The requests of a product as its seller sees them, the oldest first. */
async function requestsOf(id: string) {
  const { body } = await send(listVendorRequests, { query: 'type=product&limit=9999' })
  return (body.requests as { id: string; status: string; data: { product_id: string; title: string } }[]).filter(
    ({ data }) => data.product_id === id,
  )
}
/** Expects these statuses of the product's requests, which change after the answer. */
const statuses = (id: string, expected: readonly string[]) =>
  expect.poll(async () => (await requestsOf(id)).map(({ status }) => status), { timeout: 20_000 }).toEqual(expected)
async function asked() {
  const { id, title } = await added()
  await statuses(id, ['pending'])
  return { id, title, request: (await requestsOf(id))[0]! }
}

describe('a product that a seller proposes', () => {
  it('creates a request, shown to the seller and to administrators, and publishes an event', async () => {
    const { id, title, request } = await asked()
    expect(request).toMatchObject({
      ...{ type: 'product', status: 'pending', submitter_id: 'mem_1', reviewer_id: null, reviewer_note: null },
      data: {
        ...{ id, product_id: id, title, status: 'proposed', options: [{ title: 'Glaze', values: [{ value: 'Blue' }] }] },
        variants: [{ title: 'Blue', prices: [{ amount: 24, currency_code: 'eur' }] }],
      },
    })
    expect((await get(request.id)).body.request).toEqual(request)
    const { body } = await service.admin(listRequests, {
      query: `type=product&seller_id=${SELLER}&q=${title.replaceAll(' ', '+')}`,
    })
    expect(body.requests).toMatchObject([{ id: request.id, data: { product_id: id }, seller: { name: 'Proposer' } }])
    expect(await service.eventsOf(request.id, 1)).toMatchObject([{ type: 'request.created', ids: { submitter_id: 'mem_1' } }])
    const told = () => service.db.collection('notifications').findOne({ resource_id: request.id })
    await expect.poll(told).toMatchObject({ to: '', channel: 'feed', data: { title: 'New Product' } })
    expect((await product(id)).proposal).toBeUndefined()
  })

  it('creates one request, however often it is sent, proposed or followed up', async () => {
    const op_id = mintOpId(Date.now())
    const [one, ...repeats] = await Promise.all([1, 2, 3].map(() => added('proposed', { op_id, title: 'Proposed often' })))
    const { id } = one!
    expect(repeats.map((repeat) => repeat.id)).toEqual([id, id])
    await Promise.all([1, 2, 3].map(() => followProposal(id, service.deps, soon())))
    await Promise.all([say(id, 'proposed'), say(id, 'proposed')])
    expect((await requestsOf(id)).map(({ status }) => status)).toEqual(['pending'])
  })

  it('has no request as a draft; proposed again, it gets a new one', async () => {
    const { id } = await added('draft')
    await say(id, 'proposed')
    await statuses(id, ['pending'])
    await say(id, 'draft')
    await statuses(id, [])
    for (const status of ['proposed', 'draft', 'proposed']) expect((await say(id, status)).status).toBe(200)
    await statuses(id, ['pending'])
    await followProposal(id, service.deps, soon())
    const [request] = await requestsOf(id)
    expect((await review(request!.id, 'accepted')).status).toBe(200)
    expect(await statusOf(id)).toBe('published')
  })

  it('is checked again after its request was written, because it may have been withdrawn meanwhile', async () => {
    const { id, request } = await asked()
    const seen = await service.deps.catalogue.findProposal(id, soon())
    expect(seen).toMatchObject({ request_id: request.id, submitter_id: 'mem_1', status: 'proposed', outcome: null })
    await say(id, 'draft')
    await statuses(id, [])
    const answers = [seen]
    const findProposal: typeof service.deps.catalogue.findProposal = async (...asking) =>
      answers.pop() ?? service.deps.catalogue.findProposal(...asking)
    await followProposal(id, { ...service.deps, catalogue: { ...service.deps.catalogue, findProposal } }, soon())
    expect(answers).toEqual([])
    expect(await requestsOf(id)).toEqual([])
  })

  it('no longer has a request once it is deleted', async () => {
    const { id, request } = await asked()
    await service.pricing.send(deleteVendorProduct, { actor: memberOf(SELLER), params: { id } })
    expect([400, 404]).toContain((await review(request.id, 'accepted')).status)
    await statuses(id, [])
  })

  it('hides its request from other sellers, and keeps its own seller from changing or deleting it', async () => {
    const { id, request } = await asked()
    expect(refusal(await as('sel_other').get(request.id))).toEqual(FORBIDDEN)
    expect((await as('sel_other').send(listVendorRequests, { query: 'type=product' })).body.count).toBe(0)
    const kept = await send(batchVendorRequests, { body: { delete: [request.id] } })
    expect(refusal(kept)).toEqual(
      invalid(
        'The request for a product cannot be deleted while it awaits a review: change the status of the product, or delete the product',
      ),
    )
    const change = { type: 'product_tag', data: { value: 'v' } }
    const changed = await send(updateVendorRequest, { params: { id: request.id }, body: { request: change } })
    expect(refusal(changed)).toEqual(invalid('Invalid request type!'))
    expect((await requestsOf(id)).length).toBe(1)
    await review(request.id, 'rejected')
    expect((await send(batchVendorRequests, { body: { delete: [request.id] } })).status).toBe(200)
    expect(await requestsOf(id)).toEqual([])
  })

  it('gets a request even if a replica of an earlier version let it be proposed', async () => {
    const { id } = await added('draft')
    await service.pricing.db
      .collection('products')
      .updateOne({ _id: id as never }, { $set: { status: 'proposed' }, $inc: { revision: 1 } } as object)
    const { products } = service.pricing.deps
    for (const one of await products.listUnasked(0, 100)) await products.ask(one)
    await statuses(id, ['pending'])
    expect((await requestsOf(id))[0]).toMatchObject({ submitter_id: 'mem_owner' })
  })
})

describe('review-request of a proposed product', () => {
  it('publishes the product once, however many accept concurrently', async () => {
    const { id, request } = await asked()
    const before = (await service.pricing.deps.products.getAlone(id, soon())).revision
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([
      ...[1, 2].map(() => review(request.id, 'accepted', { op_id })),
      ...[1, 2].map(() => review(request.id, 'accepted')),
    ])
    const granted = replies.filter(({ status }) => status === 200)
    expect(granted.length, JSON.stringify(replies.map(({ text }) => text))).toBeGreaterThan(0)
    for (const reply of replies.filter(({ status }) => status !== 200)) expect(refusal(reply)).toEqual(REVIEWED)
    expect(granted[0]!.body).toEqual({
      id: request.id,
      status: 'accepted',
      createdResourceType: 'product',
      createdResource: { id },
    })
    const after = await service.pricing.deps.products.getAlone(id, soon())
    expect([after.record.status, after.revision]).toEqual(['published', before + 1])
    expect((await get(request.id)).body.request).toMatchObject({
      status: 'accepted',
      reviewer_id: 'user_1',
      reviewer_note: 'Fine',
    })
    expect((await service.eventsOf(request.id, 2)).map(({ type }) => type)).toEqual(['request.created', 'request.accepted'])
    const template = 'seller_product_request_accepted_notification'
    const told = () => service.db.collection('notifications').findOne({ resource_id: request.id, template })
    await expect.poll(told).toMatchObject({ to: SELLER, channel: 'seller_feed' })
  })

  it('rejects the product, which gets another request when it is proposed again', async () => {
    const { id, request } = await asked()
    const op_id = mintOpId(Date.now())
    for (let n = 0; n < 2; n++) {
      const { status, body } = await review(request.id, 'rejected', { op_id })
      expect([status, body]).toEqual([200, { id: request.id, status: 'rejected' }])
    }
    expect(await statusOf(id)).toBe('rejected')
    expect((await service.eventsOf(request.id, 2)).map(({ type }) => type)).toEqual(['request.created', 'request.rejected'])
    await say(id, 'proposed')
    await statuses(id, ['rejected', 'pending'])
    await review((await requestsOf(id))[1]!.id, 'accepted')
    expect(await statusOf(id)).toBe('published')
  })

  it('decides once if one administrator accepts and another one rejects', async () => {
    for (let n = 0; n < 4; n++) {
      const { id, request } = await asked()
      const [accepted, rejected] = await Promise.all([review(request.id, 'accepted'), review(request.id, 'rejected')])
      expect([accepted.status, rejected.status].toSorted()).toEqual([200, 400])
      const expected = accepted.status === 200 ? ['accepted', 'published'] : ['rejected', 'rejected']
      expect([(await get(request.id)).body.request.status, await statusOf(id)]).toEqual(expected)
    }
  })

  it('is settled when an administrator publishes or rejects the product directly', async () => {
    for (const [status, reviewed] of [
      ['published', 'accepted'],
      ['rejected', 'rejected'],
    ] as const) {
      const { id, request } = await asked()
      expect((await change(id, status)).status).toBe(200)
      await statuses(id, [reviewed])
      expect(refusal(await review(request.id, 'accepted'))).toEqual(REVIEWED)
      expect((await service.eventsOf(request.id, 2))[1]).toMatchObject({ type: `request.${reviewed}` })
    }
  })

  it('accepts a product that is already published, and does not publish a withdrawn one', async () => {
    for (let n = 0; n < 3; n++) {
      const { id, request } = await asked()
      const [accepted] = await Promise.all([review(request.id, 'accepted'), change(id, 'published')])
      if (accepted.status !== 200) expect(refusal(accepted)).toEqual(REVIEWED)
      await statuses(id, ['accepted'])

      const other = await asked()
      const [late] = await Promise.all([review(other.request.id, 'accepted'), say(other.id, 'draft')])
      if (late.status === 200) await statuses(other.id, ['accepted'])
      else await statuses(other.id, [])
      expect(await statusOf(other.id)).toBe('draft')
    }
  })
})

describe('a review of a proposed product that a killed process left unfinished', () => {
  const sweep = () => lookOnce(3, () => carryOutLeft({ ...service.deps, logger, leftAfterMs: -1000, firstAfterMs: 0 }))
  async function begun(more: object = {}) {
    const one = await asked()
    const accepting = { since: new Date().toISOString(), reviewer_id: 'user_7', reviewer_note: 'Welcome', ...more }
    await service.db
      .collection('requests')
      .updateOne({ _id: one.request.id as never }, { $set: { accepting }, $inc: { revision: 1 } } as object)
    return one
  }

  it.each([
    ['accepted', 'published', {}],
    ['rejected', 'rejected', { is_rejection: true }],
  ])('is carried out once: %s', async (reviewed, status, more) => {
    const { id, request } = await begun(more)
    expect(refusal(await review(request.id, 'accepted'))).toEqual(REVIEWED)
    await sweep()
    expect((await get(request.id)).body.request).toMatchObject({ status: reviewed, reviewer_id: 'user_7' })
    expect(await statusOf(id)).toBe(status)
  })

  it('is not taken away from under it, so that nothing unreviewed is published', async () => {
    const { id, request } = await asked()
    const { requests } = service.deps
    const { withdraw } = requests
    const withdrawing = vi.spyOn(requests, 'withdraw').mockImplementationOnce(async (...args) => {
      await requests.review(request.id, newCommand(soon()), { reviewer_id: 'user_7', reviewer_note: 'Welcome' }, 'accepted')
      return withdraw(...args)
    })
    await say(id, 'draft')
    await vi.waitFor(() => expect(withdrawing.mock.settledResults[0]?.type).toBe('rejected'), 20_000)
    withdrawing.mockRestore()
    await sweep()
    await statuses(id, [])
    await say(id, 'proposed')
    await statuses(id, ['pending'])
    await sweep()
    expect(await statusOf(id)).toBe('proposed')
  })

  it('is given up if an earlier version deleted its request', async () => {
    const { id, request } = await begun()
    await say(id, 'draft')
    await service.db.collection('requests').updateOne({ _id: request.id as never }, {
      $set: { deleted_at: new Date().toISOString() },
      $inc: { revision: 1 },
    } as object)
    await say(id, 'proposed')
    await statuses(id, ['pending'])
    await sweep()
    expect(await statusOf(id)).toBe('proposed')
  })

  it('ends together with the product if that is gone by now', async () => {
    const [accepted, rejected] = [await begun(), await begun({ is_rejection: true })]
    for (const { id } of [accepted, rejected])
      await service.pricing.send(deleteVendorProduct, { actor: memberOf(SELLER), params: { id } })
    await sweep()
    await statuses(accepted.id, [])
    await statuses(rejected.id, ['rejected'])
  })
})
