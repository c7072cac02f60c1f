import {
  createCampaign,
  createPromotion,
  createVendorCampaign,
  createVendorPromotion,
  deleteVendorCampaign,
  getCampaign,
  getVendorCampaign,
  getVendorPromotion,
  listCampaigns,
  listVendorCampaigns,
  listVendorPromotions,
  manageCampaignPromotions,
  manageVendorCampaignPromotions,
  type Operation,
  updateVendorCampaign,
  updateVendorPromotion,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { type CallOptions, FORBIDDEN, invalid, patient, plansOf, queriesOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aUseCount, aPromotion as promotionRecord } from '../../../test/promotion-builders.ts'
import { ADMIN, type CartUnderTest, startCart } from '../../../test/service.ts'
import { newRules } from '../../domain/promotions/promotion-rules.ts'

let service: CartUnderTest
let made = 0
beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

const send: CartUnderTest['vendor'] = (...request) => service.vendor(...request)
const admin = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: ADMIN, ...patient(), ...options })
const bodyOf = (rest: object = {}) => ({ name: 'Autumn', campaign_identifier: `SELLERS-${++made}`, ...rest })
async function added(rest: object = {}, seller?: string) {
  const { status, body } = await send(createVendorCampaign, { body: bodyOf(rest) }, seller)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.campaign
}
const promotionBody = (rest: object = {}) => {
  const application_method = { type: 'percentage', target_type: 'items', allocation: 'across', value: 10 }
  return { code: `CODE-${++made}`, type: 'standard', application_method, ...rest } as never
}
const aPromotion = async (seller?: string) =>
  (await send(createVendorPromotion, { body: promotionBody() }, seller)).body.promotion.id as string
const manage = (id: string, body: object, options = {}) =>
  send(manageVendorCampaignPromotions, { params: { id }, body, ...options })
const campaignOf = async (id: string) => (await send(getVendorPromotion, { params: { id } })).body.promotion.campaign_id

describe('create-vendor-campaign', () => {
  it('creates a campaign of the seller, which administrators see, too', async () => {
    const { status, body, etag } = await send(createVendorCampaign, { body: bodyOf({ budget: { type: 'usage', limit: 5 } }) })

    expect([status, etag]).toEqual([201, expect.any(String)])
    const { id } = body.campaign
    expect(body.campaign).toMatchObject({ name: 'Autumn', budget: { type: 'usage', limit: 5, used: 0 } })
    expect(body.campaign).not.toHaveProperty('seller_id')
    const alone = { campaign: { ...body.campaign, promotions: [] } }
    expect((await send(getVendorCampaign, { params: { id } })).body).toEqual(alone)
    expect((await admin(getCampaign, { params: { id } })).body).toEqual(body)
  })

  it('creates one for a retried request; an identifier is unique among all campaigns', async () => {
    const op_id = mintOpId(Date.now())
    const body = bodyOf()
    const replies = await Promise.all([1, 2, 3].map(() => send(createVendorCampaign, { body, op_id })))
    expect(new Set(replies.map((reply) => reply.body.campaign.id)).size).toBe(1)
    const { campaign_identifier } = body
    const taken = invalid(`Promotion campaign with campaign_identifier: ${campaign_identifier}, already exists.`)
    expect(refusal(await send(createVendorCampaign, { body }, ids.foreign_seller))).toEqual(taken)
    expect(refusal(await admin(createCampaign, { body }))).toEqual(taken)
    expect((await send(createVendorCampaign, { body: bodyOf({ seller_id: ids.seller }) as never })).status).toBe(400)
    expect((await admin(createVendorCampaign, { body: bodyOf() })).status).toBe(401)
  })
})

describe('get-vendor-campaign', () => {
  it('shows the promotions that the panel’s table asks for: searched, filtered, in order, a page at a time', async () => {
    const { id } = await added()
    const codes = ['SCARF', 'HAT', 'HATBAND'].map((name) => `${name}-${++made}`)
    const bodies = codes.map((code) => promotionBody({ code }))
    for (const body of bodies) await send(createVendorPromotion, { body: { ...(body as object), campaign_id: id } as never })
    const shown = async (query: string, fields = 'id,promotions.code') => {
      const { status, body } = await send(getVendorCampaign, { params: { id }, query: `fields=${fields}&${query}` })
      return status === 200 ? body.campaign.promotions?.map(({ code }: { code: string }) => code) : status
    }
    const [scarf, hat, band] = codes

    expect(await shown('')).toEqual(codes)
    expect(await shown('limit=20&offset=0', '*promotions')).toEqual(codes)
    expect(await shown('order=code')).toEqual([hat, band, scarf])
    expect(await shown('order=-code&limit=1&offset=1')).toEqual([band])
    expect(await shown('q=at&order=-created_at')).toEqual([band, hat])
    const filter = (operators: object) => `created_at=${encodeURIComponent(JSON.stringify(operators))}`
    expect(await shown(filter({ $lt: '2020-01-01' }))).toEqual([])
    expect(await shown(filter({ $gte: '2020-01-01' }))).toEqual(codes)
    expect(await shown('updated_at[$lt]=2020-01-01')).toEqual([])
    for (const fields of ['id', '%2Bbudget.limit'])
      expect(await shown('limit=1&order=type&with_deleted=true', fields)).toEqual([])
    expect(await shown('', 'id,-promotions')).toBeUndefined()
    for (const query of ['foo=1', 'order=metadata', 'status=draft']) expect(await shown(query)).toBe(400)
  })
})

describe('a campaign with promotions of several owners', () => {
  const FIELDS = 'fields=id,*campaign,*campaign.budget,*campaign.budget.usages'
  const usage = (id: string) => ({ id: `probudgus_${id}`, campaign_id: id, attribute_value: 'cora@example.com' })
  const used = (id: string) => insertMissing(service.db, { use_counts: [aUseCount(`${id} cora`, 1, { usage: usage(id) })] })
  const BY_EMAIL = { budget: { type: 'use_by_attribute', attribute: 'customer_email', limit: 9 } }

  it('of the marketplace shows sellers no buyers of it', async () => {
    const promotion = await aPromotion()
    const { id } = (await admin(createCampaign, { body: bodyOf(BY_EMAIL) as never })).body.campaign
    await admin(manageCampaignPromotions, { params: { id }, body: { add: [promotion] } })
    await used(id)
    const one = await send(getVendorPromotion, { params: { id: promotion }, query: FIELDS })
    const list = await send(listVendorPromotions, { query: `${FIELDS}&id=${promotion}` })
    for (const shown of [one.body.promotion, list.body.promotions[0]])
      expect(shown.campaign).toMatchObject({ id, budget: { limit: 9, usages: [] } })
    const whole = (await admin(getCampaign, { params: { id }, query: 'fields=*budget.usages' })).body.campaign
    expect(whole.budget.usages).toMatchObject([{ attribute_value: 'cora@example.com' }])
  })

  it('of a seller shows it its own promotions and buyers, and administrators all', async () => {
    const { id } = await added(BY_EMAIL)
    const [own, theirs] = [await aPromotion(), await aPromotion(ids.foreign_seller)]
    await admin(manageCampaignPromotions, { params: { id }, body: { add: [own, theirs] } })
    await used(id)
    const query = 'fields=id,promotions.id,promotions.code,budget.usages.attribute_value'
    const params = { id }
    const replies = [
      (await send(getVendorCampaign, { params, query })).body.campaign,
      (await send(listVendorCampaigns, { query: `${query}&id=${id}` })).body.campaigns[0],
      (await send(updateVendorCampaign, { params, body: {}, query })).body.campaign,
      (await manage(id, {}, { query })).body.campaign,
    ]
    for (const campaign of replies)
      expect(campaign).toMatchObject({
        ...{ id, budget: { usages: [{ attribute_value: 'cora@example.com' }] } },
        promotions: [{ id: own, code: expect.any(String) }],
      })
    const all = (await admin(getCampaign, { params, query: 'fields=promotions.id' })).body.campaign.promotions
    expect(all).toEqual([{ id: own }, { id: theirs }])
  })
})

describe('a campaign with large promotions', () => {
  it('shows pages of them, and refuses all at once beyond 32 MiB', async () => {
    const { id } = await added()
    const rules = newRules([{ attribute: 'region.id', operator: 'in', values: Array<string>(5000).fill('v'.repeat(400)) }], {
      newId: (prefix) => `${prefix}_1`,
      now: '2026-01-01T00:00:00.000Z',
    })
    const large = (at: number) => ({
      ...promotionRecord({ campaign_id: id, seller_id: ids.seller, rules }),
      id: `promo_l${at}${made}`,
    })
    for (let at = 0; at < 17; at++) await insertMissing(service.db, { promotions: [large(at)] })
    const one = (query: string) => send(getVendorCampaign, { params: { id }, query, deadline: Date.now() + 30_000 })
    expect((await one('fields=*promotions&limit=1')).body.campaign.promotions).toHaveLength(1)
    expect((await one('fields=promotions.id,promotions.rules.id')).body.campaign.promotions).toHaveLength(17)
    const list = (fields: string) =>
      send(listVendorCampaigns, { query: `id=${id}&fields=${fields}`, deadline: Date.now() + 30_000 })
    expect((await list('promotions.id')).body.campaigns[0].promotions).toHaveLength(17)
    expect(refusal(await list('*promotions,*promotions.rules'))).toEqual(
      invalid('The fields ask for more than 32 MiB of related records; please ask for less'),
    )
  })
})

describe('list parameters', () => {
  it('are accepted by the routes of one campaign', async () => {
    const query = 'fields=id,name&limit=20&offset=0&order=name'
    const { body, status } = await send(createVendorCampaign, { body: bodyOf(), query })
    const [{ id }, shown] = [body.campaign, { campaign: { id: body.campaign.id, name: 'Autumn' } }]
    const changed = await send(updateVendorCampaign, { params: { id }, body: { description: 'Leaves' }, query })
    const managed = await manage(id, {}, { query })
    expect([status, changed.status, managed.status]).toEqual([201, 200, 200])
    for (const one of [body, changed.body, managed.body]) expect(one).toEqual(shown)
    expect((await send(updateVendorCampaign, { params: { id }, body: {}, query: 'foo=1' })).status).toBe(400)
  })
})

describe('update-vendor-campaign', () => {
  it('changes the named fields once for a retried request, and rejects a wrong revision', async () => {
    const { id } = await added({ budget: { type: 'usage', limit: 5 } })
    const change = (options = {}) =>
      send(updateVendorCampaign, { params: { id }, body: { description: 'Leaves', budget: { limit: 9 } }, ...options })
    const op_id = mintOpId(Date.now())
    const repeats = await Promise.all([1, 2].map(() => change({ op_id })))
    for (const { status, body } of repeats)
      expect([status, body.campaign]).toMatchObject([200, { description: 'Leaves', budget: { limit: 9 } }])
    expect(new Set(repeats.map(({ etag }) => etag)).size).toBe(1)
    expect((await change({ if_match: '"1"' })).status).toBe(412)
  })
})

describe('manage-vendor-campaign-promotions', () => {
  it('adds the seller’s own promotions, and removes them', async () => {
    const [{ id }, promotion] = [await added(), await aPromotion()]
    const op_id = mintOpId(Date.now())
    for (const { status } of await Promise.all([1, 2].map(() => manage(id, { add: [promotion] }, { op_id }))))
      expect(status).toBe(200)
    expect(await campaignOf(promotion)).toBe(id)
    const query = 'fields=id,promotions.id'
    expect((await send(getVendorCampaign, { params: { id }, query })).body.campaign.promotions).toEqual([{ id: promotion }])
    expect((await manage(id, { remove: [promotion] })).status).toBe(200)
    expect(await campaignOf(promotion)).toBeNull()
  })

  it('rejects promotions of others, and changes none', async () => {
    const { id } = await added()
    const theirs = await aPromotion(ids.foreign_seller)
    const { id: markets } = (await admin(createPromotion, { body: promotionBody() })).body.promotion
    const own = await aPromotion()
    for (const one of [theirs, markets, 'promo_none'])
      for (const body of [{ add: [own, one] }, { remove: [one] }]) expect(refusal(await manage(id, body))).toEqual(FORBIDDEN)
    expect(await campaignOf(own)).toBeNull()
  })

  it('leaves a promotion in the marketplace campaign to which an administrator added it', async () => {
    const promotion = await aPromotion()
    const { id } = (await admin(createCampaign, { body: bodyOf({ name: 'All of us' }) })).body.campaign
    await admin(manageCampaignPromotions, { params: { id }, body: { add: [promotion] } })
    const params = { id: promotion }
    const changed = await send(updateVendorPromotion, { params, body: { campaign_id: id, status: 'active' } })
    expect([changed.status, changed.body.promotion.campaign.name]).toEqual([200, 'All of us'])
    expect(refusal(await send(getVendorCampaign, { params: { id } }))).toEqual(FORBIDDEN)
  })
})

describe('delete-vendor-campaign', () => {
  it('deletes it once for a retried request; its promotions stay', async () => {
    const [{ id }, promotion] = [await added(), await aPromotion()]
    await manage(id, { add: [promotion] })
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([1, 2].map(() => send(deleteVendorCampaign, { params: { id }, op_id })))
    for (const { status, body } of replies) expect([status, body]).toEqual([200, { id, object: 'campaign', deleted: true }])
    expect(refusal(await send(deleteVendorCampaign, { params: { id } }))).toEqual(FORBIDDEN)
    expect((await send(getVendorPromotion, { params: { id: promotion } })).body.promotion.campaign).toBeNull()
  })
})

describe('list-vendor-campaigns', () => {
  it('lists only the seller’s own, and reads no others', async () => {
    await Promise.all(Array.from({ length: 30 }, () => added()))
    const { id, campaign_identifier } = await added({ name: 'Single' }, 'sel_lister')
    const list = (query: string) => send(listVendorCampaigns, { query }, 'sel_lister')
    expect((await list('fields=id')).body).toEqual({ campaigns: [{ id }], count: 1, offset: 0, limit: 50 })
    expect((await list('q=single&with_deleted=true')).body.count).toBe(1)
    expect((await admin(listCampaigns, { query: `campaign_identifier=${campaign_identifier}` })).body.count).toBe(1)
    expect((await list('foo=1')).status).toBe(400)
    for (const query of queriesOf(listVendorCampaigns).orders)
      for (const { planSummary, docsExamined } of await plansOf(service.db, () => list(query)))
        expect({ query, planSummary, isFew: docsExamined <= 5 }).toMatchObject({
          planSummary: expect.not.stringContaining('COLLSCAN'),
          isFew: true,
        })
  })
})

describe('campaigns of others', () => {
  it.each(['foreign', 'unknown', 'the marketplace’s'])('are rejected alike: %s', async (kind) => {
    const kinds: Record<string, () => Promise<string>> = {
      foreign: async () => (await added({}, ids.foreign_seller)).id,
      unknown: async () => 'procamp_none',
      'the marketplace’s': async () => (await admin(createCampaign, { body: bodyOf() })).body.campaign.id,
    }
    const params = { id: await kinds[kind]!() }
    const replies = [
      await send(getVendorCampaign, { params }),
      await send(updateVendorCampaign, { params, body: { name: 'Mine' } }),
      await manage(params.id, {}),
      await send(deleteVendorCampaign, { params }),
    ]
    for (const reply of replies) expect(refusal(reply)).toEqual(FORBIDDEN)
  })
})
