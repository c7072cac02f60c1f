import {
  createCampaign,
  deleteCampaign,
  getCampaign,
  listCampaigns,
  manageCampaignPromotions,
  type Operation,
  updateCampaign,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { type CallOptions, patient, plansOf, queriesOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { addPromotion } from '../../../test/add-promotion.ts'
import { AT, LATER } from '../../../test/builders.ts'
import { aUseCount } from '../../../test/promotion-builders.ts'
import { ADMIN, type CartUnderTest, CUSTOMER, startCart } from '../../../test/service.ts'

let service: CartUnderTest
let made = 0
beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

const admin = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: ADMIN, ...options })
const send = <O extends Operation>(operation: O, id: string, options: CallOptions<O> = {}) =>
  admin(operation, { params: { id } as never, ...options })
const anIdentifier = () => `CAMPAIGN-${++made}`
const make = (body: object = {}, options: object = {}) =>
  admin(createCampaign, { body: { name: 'Autumn', campaign_identifier: anIdentifier(), ...body } as never, ...options })
const created = async (body: object = {}) => (await make(body)).body.campaign
async function list(query: string) {
  const { status, body, text } = await admin(listCampaigns, { query })
  expect(status, `${query}: ${text}`).toBe(200)
  return body
}
const spending = (limit: number | null = 1000.5) => ({ budget: { type: 'spend', limit, currency_code: 'EUR' } })
const taken = (identifier: string) => [
  400,
  'invalid_data',
  `Promotion campaign with campaign_identifier: ${identifier}, already exists.`,
]

describe('create-campaign', () => {
  it('creates a campaign with an unused budget, and publishes an event', async () => {
    const campaign_identifier = anIdentifier()
    const { status, body, etag } = await make({
      campaign_identifier,
      description: 'Leaves fall',
      starts_at: '2026-09-01T10:00',
      ends_at: '2026-12-01T00:00:00+01:00',
      ...spending(),
    })
    const { id, created_at } = body.campaign
    const dates = { created_at, updated_at: created_at, deleted_at: null }
    expect({ status, etag }).toEqual({ status: 200, etag: '"1"' })
    expect(body.campaign).toEqual({
      id: expect.stringMatching(/^procamp_[0-9A-Z]{26}$/),
      name: 'Autumn',
      description: 'Leaves fall',
      campaign_identifier,
      starts_at: '2026-09-01T10:00:00.000Z',
      ends_at: '2026-11-30T23:00:00.000Z',
      budget: {
        ...{ id: expect.stringMatching(/^probudg_[0-9A-Z]{26}$/), campaign_id: id },
        type: 'spend',
        currency_code: 'EUR',
        limit: 1000.5,
        used: 0,
        attribute: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        deleted_at: null,
      },
      ...dates,
    })
    expect(await service.eventsOf(id, 1)).toMatchObject([{ seq: 1, type: 'campaign.created', ids: { id } }])
  })

  it.each([
    [{}, null],
    [{ budget: null }, null],
    [{ budget: { type: 'usage' } }, { type: 'usage', limit: null, currency_code: null }],
    [
      { budget: { type: 'use_by_attribute', limit: 2, attribute: 'customer_id' } },
      { type: 'use_by_attribute', limit: 2, attribute: 'customer_id' },
    ],
  ])('takes the budget from %j', async (body, budget) => {
    const campaign = await created({ ...body, ends_at: '01/31/2020', starts_at: '2021-01-01' })
    expect(campaign.budget === null ? null : campaign.budget).toEqual(budget && expect.objectContaining(budget))
    expect(campaign.description).toBeNull()
  })

  it('returns the same campaign for every attempt of one op-id', async () => {
    const options = { op_id: mintOpId(Date.now()) }
    const body = { campaign_identifier: anIdentifier(), ...spending() }
    const answers = await Promise.all([1, 2, 3].map(() => make(body, options)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.campaign.id)).size).toBe(1)
  })

  it('gives an identifier to only one of many concurrent requests, and again after its campaign is deleted', async () => {
    const campaign_identifier = anIdentifier()
    const answers = await Promise.all(Array.from({ length: 12 }, () => make({ campaign_identifier })))
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    for (const answer of answers.filter((one) => one !== won[0])) expect(refusal(answer)).toEqual(taken(campaign_identifier))
    await send(deleteCampaign, won[0]!.body.campaign.id)
    expect((await make({ campaign_identifier })).status).toBe(200)
  })

  it.each([
    [{ name: undefined, campaign_identifier: undefined }, "Field 'name' is required; Field 'campaign_identifier' is required"],
    [{ budget: { type: 'spend', limit: 1 } }, 'currency_code is required when budget type is spend'],
    [{ budget: { type: 'usage', currency_code: 'eur' } }, 'currency_code should not be present when budget type is usage'],
    [
      { budget: { type: 'use_by_attribute', limit: 1 } },
      'campaign budget attribute is required when budget type is USE_BY_ATTRIBUTE or SPEND_BY_ATTRIBUTE',
    ],
    [
      { budget: { type: 'foo' } },
      "Expected: 'spend, usage, use_by_attribute, spend_by_attribute' for field 'budget, type', but got: 'foo'",
    ],
    [{ budget: { type: 'usage', limit: -1 } }, "Value for field 'budget, limit' too small, expected at least: '0'"],
    [{ foo: 1 }, "Unrecognized fields: 'foo'"],
    [{ starts_at: 'soon' }, "Field 'starts_at': must be an ISO 8601 date-time"],
  ])('rejects %j', async (body, text) => {
    expect(refusal(await make(body))).toEqual([400, 'invalid_data', `Invalid request: ${text}`])
  })

  it('is for administrators only', async () => {
    expect((await make({}, { actor: CUSTOMER })).status).toBe(401)
  })
})

describe('get-campaign', () => {
  it('shows usages and promotions only on request, and never the marks of counted orders', async () => {
    const { id } = await created({ budget: { type: 'use_by_attribute', limit: 1, attribute: 'customer_id' } })
    const promotion = await addPromotion(service, { campaign_id: id })
    const marks = [{ key: 'cart_secret 1', at: '2026-01-01T00:00:00.000Z', amount: '1', is_given_up: false }]
    const ofBuyer = (n: number, updated_at: string, used = 1) =>
      aUseCount(`${id} cus_${n}`, used, {
        ...{ marks, updated_at },
        usage: { id: `probudgus_${n}`, campaign_id: id, attribute_value: `cus_${n}` },
      })
    const [old, late, none] = [ofBuyer(1, AT), ofBuyer(2, LATER), ofBuyer(3, LATER, 0)]
    const other = aUseCount('procamp_other cus_1', 1, {
      usage: { id: 'probudgus_4', campaign_id: 'procamp_other', attribute_value: 'cus_1' },
    })
    await insertMissing(service.db, { use_counts: [aUseCount(id, 2, { marks }), old, late, none, other] })

    const plain = await send(getCampaign, id)
    expect(Object.keys(plain.body.campaign)).not.toContain('promotions')
    expect(Object.keys(plain.body.campaign.budget)).not.toContain('usages')
    expect(plain.body.campaign.budget.used).toBe(2)
    expect(plain.etag).toMatch(/^"1-/)
    const whole = await send(getCampaign, id, { query: 'fields=*promotions,*budget.usages,*promotions.campaign' })
    expect(whole.body.campaign.promotions).toMatchObject([{ id: promotion, campaign_id: id, campaign: { id } }])
    const usage = (n: number, updated_at: string) => {
      const [budget_id, attribute_value] = [plain.body.campaign.budget.id, `cus_${n}`]
      return { id: `probudgus_${n}`, budget_id, attribute_value, used: 1, created_at: AT, updated_at, deleted_at: null }
    }
    expect(whole.body.campaign.budget.usages).toEqual([usage(2, LATER), usage(1, AT)])
    const ofMember = await send(getCampaign, id, { query: 'fields=promotions.used,promotions.campaign.budget.usages.id' })
    expect(ofMember.body.campaign.promotions[0]).toMatchObject({
      used: 0,
      campaign: { budget: { usages: [{ id: 'probudgus_2' }, { id: 'probudgus_1' }] } },
    })
    const plans = await plansOf(service.db, () => send(getCampaign, id, { query: 'fields=*budget.usages' }))
    for (const { planSummary } of plans) expect(planSummary).not.toBe('COLLSCAN')
    expect(whole.etag).toMatch(/^"1-/)
    for (const { text } of [plain, whole, await admin(listCampaigns, { query: 'fields=*,*promotions' })])
      expect(text).not.toContain('cart_secret')
    const some = await send(getCampaign, id, { query: 'fields=name,promotions.code' })
    expect(some.body.campaign).toEqual({ id, name: 'Autumn', promotions: [{ id: promotion, code: expect.any(String) }] })
  })

  it('shows no promotions at first, and returns 404 for unknown and deleted campaigns', async () => {
    const { id } = await created()
    expect((await send(getCampaign, id, { query: 'fields=*promotions' })).body.campaign.promotions).toEqual([])
    await send(deleteCampaign, id)
    for (const one of [id, 'procamp_none'])
      expect(refusal(await send(getCampaign, one))).toEqual([404, 'not_found', `Campaign with id: ${one} was not found`])
  })
})

describe('list-campaigns', () => {
  it('finds campaigns by words of their name and description, by identifier and by currency', async () => {
    const one = await created({ name: 'Zebra days', ...spending() })
    const other = await created({ description: 'the zebraic ones', budget: { type: 'spend', currency_code: 'chf' } })
    const idsOf = async (query: string) => (await list(query)).campaigns.map(({ id }: { id: string }) => id)
    expect(await idsOf('q=ebra')).toEqual([one.id, other.id])
    expect(await idsOf('q=zebra days')).toEqual([one.id])
    expect(await idsOf(`campaign_identifier=${other.campaign_identifier}`)).toEqual([other.id])
    for (const currency of ['chf', 'CHF']) expect(await idsOf(`budget[currency_code]=${currency}`)).toEqual([other.id])
    for (const currency of ['eur', 'EUR']) expect(await idsOf(`q=zebra&budget[currency_code]=${currency}`)).toEqual([one.id])
    expect(await idsOf(`$and[0][campaign_identifier]=${one.campaign_identifier}`)).toEqual([one.id])
    expect(await list('limit=1&offset=1&q=zebra')).toMatchObject({ count: 2, offset: 1, limit: 1, campaigns: [{ id: other.id }] })
    expect(await list('')).toMatchObject({ limit: 50, offset: 0 })
  })

  it('shows each campaign with its own promotions', async () => {
    const [one, other] = [await created({ name: 'Ibex' }), await created({ name: 'Ibex' })]
    const promotion = await addPromotion(service, { campaign_id: other.id })
    const { campaigns } = await list('q=ibex&fields=id,promotions.id')
    expect(campaigns).toEqual([
      { id: one.id, promotions: [] },
      { id: other.id, promotions: [{ id: promotion }] },
    ])
  })

  it('answers every query from an index', async () => {
    const { filters, orders, search } = queriesOf(listCampaigns, { 'budget.currency_code': 'usd' })
    for (const query of [...filters, ...orders, ...search])
      for (const { planSummary } of await plansOf(service.db, () => list(query)))
        expect({ query, planSummary }).toEqual({ query, planSummary: expect.not.stringContaining('COLLSCAN') })
  })
})

describe('update-campaign', () => {
  const update = (id: string, body: object, options: object = {}) => send(updateCampaign, id, { body, ...options })

  it('changes the named fields, of the budget only the limit, and publishes an event', async () => {
    const before = await created({ description: 'a', starts_at: '2026-01-01', ...spending() })
    const { status, body, etag } = await update(before.id, { name: 'Winter', description: null, budget: { limit: 5 } })
    expect({ status, etag }).toEqual({ status: 200, etag: '"2"' })
    const updated_at = expect.any(String)
    const budget = { ...before.budget, limit: 5, updated_at }
    expect(body.campaign).toEqual({ ...before, name: 'Winter', description: null, budget, updated_at })
    expect(body.campaign.budget.updated_at).not.toBe(before.budget.updated_at)
    expect(await service.eventsOf(before.id, 2)).toMatchObject([{}, { seq: 2, type: 'campaign.updated' }])
    expect((await update(before.id, { budget: { limit: null } })).body.campaign.budget).toMatchObject({ limit: null, used: 0 })
  })

  it('writes nothing when nothing changes', async () => {
    const { id, name, updated_at } = await created(spending())
    for (const body of [{}, { name }, { budget: {} }, { budget: { limit: 1000.5 } }]) {
      const { etag, body: answer } = await update(id, body)
      expect([etag, answer.campaign.updated_at]).toEqual(['"1"', updated_at])
    }
  })

  it('rejects a new budget or budget type, a taken identifier, unknown campaigns and wrong revisions', async () => {
    const [one, other] = [await created(), await created(spending())]
    expect(refusal(await update(other.id, { budget: { type: 'usage' } }))).toEqual([
      400,
      'invalid_data',
      "Invalid request: Unrecognized fields: 'type'",
    ])
    expect((await update(other.id, { budget: null })).status).toBe(400)
    expect(refusal(await update(one.id, { budget: { limit: 1 } }))).toEqual([
      400,
      'invalid_data',
      'Campaign Budget type is a required field',
    ])
    expect(refusal(await update(one.id, { campaign_identifier: other.campaign_identifier }))).toEqual(
      taken(other.campaign_identifier),
    )
    expect(refusal(await update('foo', { name: 'a' }))).toEqual([404, 'not_found', 'Campaign with id "foo" not found'])
    expect((await update(one.id, { name: 'b' }, { if_match: '"7"' })).status).toBe(412)
  })

  it('loses none of many concurrent changes', async () => {
    const { id } = await created(spending())
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => update(id, n % 2 ? { budget: { limit: n } } : { description: `${n}` }, patient())),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ etag }) => etag)).size).toBe(20)
    const { campaign } = (await send(getCampaign, id)).body
    expect([campaign.description, campaign.budget.limit]).toEqual([expect.stringMatching(/^\d+$/), expect.any(Number)])
    expect(campaign.budget.limit).toBeLessThan(20)
  })
})

describe('delete-campaign', () => {
  it('leaves its promotions unchanged, and publishes an event', async () => {
    const { id } = await created()
    const promotion = await addPromotion(service, { campaign_id: id })
    const { status, body, etag } = await send(deleteCampaign, id)
    expect({ status, body, etag }).toEqual({ status: 200, etag: '"2"', body: { id, object: 'campaign', deleted: true } })
    expect(await service.eventsOf(id, 2)).toMatchObject([{}, { type: 'campaign.deleted', ids: { id } }])
    const stored = await service.deps.promotions.get(promotion, Date.now() + 30_000)
    expect(stored).toMatchObject({ revision: 1, record: { campaign_id: id } })
  })

  it('succeeds for unknown campaigns, unless a revision is given', async () => {
    expect(await send(deleteCampaign, 'procamp_none')).toMatchObject({ status: 200, body: { deleted: true } })
    expect((await send(deleteCampaign, 'procamp_none', { if_match: '"1"' })).status).toBe(412)
  })
})

describe('manage-campaign-promotions', () => {
  const manage = (id: string, body: object, options: object = {}) => send(manageCampaignPromotions, id, { body, ...options })
  const campaignOf = async (id: string) => (await service.deps.promotions.get(id, Date.now() + 30_000)).record.campaign_id
  const notAdded = (...ids: string[]) => [
    404,
    'not_found',
    `Cannot add promotions (${ids.join(',')}) to campaign. These promotions are either already part of a campaign or not found.`,
  ]

  it('adds and removes promotions, publishes an event for each, and leaves the campaign unchanged', async () => {
    const { id } = await created()
    const [a, b, c] = [await addPromotion(service), await addPromotion(service), await addPromotion(service)]
    const { status, body, etag } = await manage(id, { add: [a, b, b] })
    expect({ status, etag }).toEqual({ status: 200, etag: '"1"' })
    expect(body.campaign).toMatchObject({ id, budget: null })
    const shown = await manage(id, { add: [c, b], remove: [a, c, 'promo_unknown'] }, { query: 'fields=*promotions' })
    expect(shown.body.campaign.promotions.map((one: { id: string }) => one.id)).toEqual([b, c])
    expect([await campaignOf(a), await campaignOf(b), await campaignOf(c)]).toEqual([null, id, id])
    expect(await service.eventsOf(b, 1)).toMatchObject([{ type: 'promotion.updated', ids: { id: b } }])
    expect((await service.deps.promotions.get(b, Date.now() + 30_000)).revision).toBe(2)
  })

  it('does not remove promotions from another campaign', async () => {
    const [one, other] = [await created(), await created()]
    const promotion = await addPromotion(service, { campaign_id: other.id })
    expect((await manage(one.id, { remove: [promotion] })).status).toBe(200)
    expect(await campaignOf(promotion)).toBe(other.id)
  })

  it('changes nothing if a promotion cannot be added: unknown, or in another campaign, even a deleted one', async () => {
    const [{ id }, other, gone] = [await created(), await created(), await created()]
    const [free, own] = [await addPromotion(service), await addPromotion(service, { campaign_id: id })]
    const elsewhere = await addPromotion(service, { campaign_id: other.id })
    const left = await addPromotion(service, { campaign_id: gone.id })
    await send(deleteCampaign, gone.id)
    expect(refusal(await manage(id, { add: [free, 'promo_unknown', elsewhere, left], remove: [own] }))).toEqual(
      notAdded('promo_unknown', elsewhere, left),
    )
    expect([await campaignOf(free), await campaignOf(own)]).toEqual([null, id])
  })

  it('adds promotions in another currency than that of a spend budget, and without any', async () => {
    const { id } = await created(spending())
    const promotions = [
      await addPromotion(service),
      await addPromotion(service, {}, { currency_code: 'usd' }),
      await addPromotion(service, {}, { type: 'percentage', currency_code: null }),
    ]
    expect((await manage(id, { add: promotions })).status).toBe(200)
    for (const promotion of promotions) expect(await campaignOf(promotion)).toBe(id)
  })

  it('rejects unknown campaigns, too many promotions and unknown fields', async () => {
    for (const body of [{}, { add: ['promo_1'] }, { remove: ['promo_1'] }])
      expect(refusal(await manage('foo', body))).toEqual([404, 'not_found', 'Campaign with id: foo was not found'])
    const { id } = await created()
    expect((await manage(id, {})).status).toBe(200)
    expect((await manage(id, { add: Array.from({ length: 1001 }, (_, n) => `p${n}`) })).status).toBe(400)
    expect((await manage(id, { foo: 1 })).status).toBe(400)
  })

  it('adds a promotion to only one of several campaigns that request it concurrently', async () => {
    const campaigns = await Promise.all(Array.from({ length: 8 }, () => created()))
    const promotion = await addPromotion(service)
    const answers = await Promise.all(campaigns.map(({ id }) => manage(id, { add: [promotion] })))
    const won = answers.findIndex(({ status }) => status === 200)
    expect(await campaignOf(promotion)).toBe(campaigns[won].id)
    for (const [at, answer] of answers.entries()) if (at !== won) expect(refusal(answer)).toEqual(notAdded(promotion))
    expect((await service.deps.promotions.get(promotion, Date.now() + 30_000)).revision).toBe(2)
  })

  it('applies one op-id only once, and keeps what others changed in between', async () => {
    const { id } = await created()
    const [a, b] = [await addPromotion(service), await addPromotion(service)]
    const op_id = mintOpId(Date.now())
    await manage(id, { add: [a, b] }, { op_id })
    await manage(id, { remove: [a] })
    expect((await manage(id, { add: [a, b] }, { op_id })).status).toBe(200)
    expect([await campaignOf(a), await campaignOf(b)]).toEqual([null, id])
  })
})
