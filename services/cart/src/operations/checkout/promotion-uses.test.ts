import {
  addCartPromotions,
  completeCart,
  createCartPaymentCollection,
  createPaymentSession,
  getCampaign,
  getCart,
  getOrder,
  getPromotion,
  updatePromotion,
} from '@souk/contracts'
import { mintOpId, ownEnvelope, parseOpId } from '@souk/runtime'
import { commandsOf, refusal } from '@souk/runtime/testing'
import { MongoNetworkError } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCard, aPayableCart, aPaymentSession, aQuotedLine } from '../../../test/builders.ts'
import { aCampaign, aPromotion, aUseCount } from '../../../test/promotion-builders.ts'
import { ADMIN, type CartUnderTest, GUEST, startCart } from '../../../test/service.ts'
import { UNPAYABLE, UNPAYABLE_REGION } from '../../../test/unpayable.ts'
import type { Checkout } from '../../domain/checkout/checkout-record.ts'
import type { CampaignRecord, PromotionRecord } from '../../domain/promotions/promotion.ts'
import { claimCheckout } from './claim-checkout.ts'
import { countUses, findUses, uncountUses } from './promotion-uses.ts'
import { runCheckout } from './run-checkout.ts'

let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
  await insertMissing(service.pricing.db, { regions: [UNPAYABLE_REGION] })
})
afterAll(() => service.stop())

async function put(promotion: PromotionRecord, campaigns: CampaignRecord[] = []): Promise<PromotionRecord> {
  await insertMissing(service.db, { promotions: [promotion], campaigns })
  return promotion
}
/** A cart with one line of 20 eur, without stock, to which the promotion is applied; ready to be completed. */
async function promoted({ code }: PromotionRecord, overrides: Parameters<typeof aPayableCart>[2] = {}) {
  const parts = { lines: [aQuotedLine({ unit_price: 20 })] }
  const lines_with = [{ variant_id: null, requires_shipping: false }]
  const cart = aPayableCart(parts, { amount: 0, lines_with }, { shipping_methods: [], ...overrides })
  await insertMissing(service.db, { carts: [cart] })
  const { status, body } = await service.store(addCartPromotions, { params: { id: cart.id }, body: { promo_codes: [code] } })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.cart.promotions).toMatchObject([{ code }])
  const { payment_collection } = body.cart
  const sessions = [aPaymentSession({ id: `payses_${cart.id}`, amount: body.cart.total })]
  await service.db
    .collection<{ _id: string }>('carts')
    .updateOne(
      { _id: cart.id },
      { $set: { payment_collection: { ...payment_collection, payment_sessions: sessions } }, $inc: { revision: 1 } },
    )
  return cart.id
}
const complete = (id: string, options: object = {}) =>
  service.store(completeCart, { params: { id }, deadline: Date.now() + 60_000, ...options })
const usedOf = async ({ id }: { id: string }) =>
  (await service.db.collection<{ _id: string; used: number }>('use_counts').findOne({ _id: id }))?.used
const shown = async ({ id }: CampaignRecord) =>
  (await service.send(getCampaign, { params: { id }, query: 'fields=*budget,*budget.usages', actor: ADMIN })).body.campaign
/** Makes its payment fail after all other steps of the checkout. */
const unpayable = (id: string) => write('carts', id, { $set: UNPAYABLE })
const write = (collection: string, id: string, change: object) =>
  service.db.collection<{ _id: string }>(collection).updateOne({ _id: id }, { ...change, $inc: { revision: 1 } } as never)
async function claimedCart(id: string, op_id = mintOpId(Date.now())) {
  const command = { op: parseOpId(op_id)!, deadline: Date.now() + 30_000 }
  const request = { params: { id }, actor: GUEST, command, passOn: () => ownEnvelope('cart', 30_000) }
  return claimCheckout(request as never, 'runner_1', service.deps)
}
const exceeded = (what: string) => [400, 'not_allowed', `Promotion usage exceeds the ${what}.`]

describe('a completed cart with promotions', () => {
  it('becomes an order that shows them and their amounts; without a limit, nothing is counted', async () => {
    const promotion = await put(aPromotion())
    const { body } = await complete(await promoted(promotion))

    expect(body.order, JSON.stringify(body)).toMatchObject({
      items: [{ adjustments: [{ amount: 2, code: promotion.code, promotion_id: promotion.id }] }],
      discount_total: 2,
      total: 18,
    })
    const { order } = await service.orders.call(getOrder, {
      params: { id: body.order.id },
      query: 'fields=*promotions',
      actor: ADMIN,
    })
    expect(order).toMatchObject({ promotions: [{ id: promotion.id, code: promotion.code }] })
    expect(await usedOf(promotion)).toBeUndefined()
  })

  it('is counted once, however many requests come concurrently or later', async () => {
    const promotion = await put(aPromotion({ limit: 9 }))
    const id = await promoted(promotion)
    const replies = await Promise.all(Array.from({ length: 8 }, () => complete(id)))
    replies.push(await complete(id))

    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(await usedOf(promotion)).toBe(1)
  })
})

describe('a promotion with a limit', () => {
  it('is never used more often, however many carts are completed concurrently', async () => {
    const promotion = await put(aPromotion({ limit: 3 }))
    const carts = await Promise.all(Array.from({ length: 10 }, () => promoted(promotion)))

    const replies = await Promise.all(carts.map((id) => complete(id)))

    const refused = replies.filter(({ status }) => status !== 200)
    expect(refused.map(refusal)).toEqual(Array.from({ length: 7 }, () => exceeded('limit')))
    expect(await usedOf(promotion)).toBe(3)
    const short = carts[replies.findIndex(({ status }) => status !== 200)]!
    const open = (await service.store(getCart, { params: { id: short } })).body.cart
    expect(open).toMatchObject({ completed_at: null, promotions: [{ code: promotion.code }] })
    const tried = await service.store(addCartPromotions, { params: { id: short }, body: { promo_codes: [promotion.code] } })
    expect(tried.body.cart).toMatchObject({ promotions: [], discount_total: 0 })
  })

  it('stays on a cart that begins to pay only after it is used up, whose completion is refused', async () => {
    const promotion = await put(aPromotion({ limit: 1 }))
    const [first, late] = [await promoted(promotion), await promoted(promotion)]
    await write('carts', late, { $set: { payment_collection: null } })
    expect((await complete(first)).status).toBe(200)

    const { body } = await service.store(createCartPaymentCollection, { body: { cart_id: late } })
    expect(body.payment_collection.amount).toBe(18)
    const paying = { params: { id: body.payment_collection.id }, body: { provider_id: 'pp_system_default' } }
    expect((await service.store(createPaymentSession, paying)).status).toBe(200)

    expect(refusal(await complete(late))).toEqual(exceeded('limit'))
    const open = (await service.store(getCart, { params: { id: late } })).body.cart
    expect(open).toMatchObject({ promotions: [{ code: promotion.code }], total: 18 })
  })

  it('leaves the cards of carts that come too late untouched', async () => {
    const promotion = await put(aPromotion({ limit: 1 }))
    const [first, late] = [await promoted(promotion), await promoted(promotion)]
    expect((await complete(first)).status).toBe(200)
    const card = aCard({ value: 5 })
    const { ledger: _, ...on } = card
    await insertMissing(service.db, { gift_cards: [card] })
    const line = { ...on, id: 'cacl_late', reference: 'gift-card', reference_id: card.id, amount: 5, subtotal: 5, total: 5 }
    const paid = { total: 13, credit_line_total: 5, gift_card_total: 5, 'payment_collection.amount': 13 }
    await write('carts', late, { $set: { credit_lines: [line], gift_cards: [on], ...paid } })

    for (const _again of [1, 2]) expect(refusal(await complete(late))).toEqual(exceeded('limit'))

    const kept = await service.db.collection('gift_cards').findOne({ code: card.code })
    expect([kept!.ledger.length, Number(kept!.balance)]).toEqual([card.ledger.length, 5])
  })

  it('refuses for now a checkout that it can no longer tell from others; a repeat with the same key begins a new one', async () => {
    const promotion = await put(aPromotion({ limit: 1 }))
    const id = await promoted(promotion)
    await insertMissing(service.db, { use_counts: [aUseCount(promotion.id, 0, { forgotten_until: '2999-01-01T00:00:00.000Z' })] })
    const attempt = () => complete(id, { http_id: mintOpId(Date.now()), idempotency_key: `again-${id}` })
    const refused = await attempt()
    expect(refusal(refused)).toEqual([409, 'conflict', 'The checkout took too long; please try again'])
    expect(refused.retry_after).toBe('1')

    await write('use_counts', promotion.id, { $set: { forgotten_until: null } })
    expect((await attempt()).body).toMatchObject({ type: 'order' })
    expect(await usedOf(promotion)).toBe(1)
  })

  it('is available again when the order is not placed', async () => {
    const promotion = await put(aPromotion({ limit: 1 }))
    const refused = await promoted(promotion)
    await unpayable(refused)

    expect((await complete(refused)).body).toMatchObject({ type: 'cart', error: { message: 'Payment authorization failed' } })

    expect(await usedOf(promotion)).toBe(0)
    expect((await complete(await promoted(promotion))).status).toBe(200)
    expect(await usedOf(promotion)).toBe(1)
  })
})

describe('the budget of a campaign', () => {
  it('in money is never overspent, however many carts are completed concurrently', async () => {
    const campaign = aCampaign({ type: 'spend', currency_code: 'eur', limit: 5 })
    const promotion = await put(aPromotion({ campaign_id: campaign.id }), [campaign])
    const carts = await Promise.all(Array.from({ length: 5 }, () => promoted(promotion)))

    const replies = await Promise.all(carts.map((id) => complete(id)))

    const refused = replies.filter(({ status }) => status !== 200)
    expect(refused.map(refusal)).toEqual([1, 2, 3].map(() => exceeded('budget limit')))
    expect((await shown(campaign)).budget).toMatchObject({ used: 4 })
  })

  it('by e-mail counts each customer on its own', async () => {
    const campaign = aCampaign({ type: 'use_by_attribute', attribute: 'customer_email', limit: 1 })
    const promotion = await put(aPromotion({ campaign_id: campaign.id }), [campaign])
    const of = (email: string) => promoted(promotion, { email })
    const [first, second, other] = [await of('ann@example.com'), await of('ann@example.com'), await of('bob@example.com')]

    expect((await complete(first)).status).toBe(200)
    expect(refusal(await complete(second))).toEqual(exceeded('budget limit'))
    expect((await complete(other)).status).toBe(200)

    const { budget } = await shown(campaign)
    expect(budget.used).toBe(2)
    const usage = (attribute_value: string) => ({ attribute_value, used: 1, id: expect.stringMatching(/^probudgus_/) })
    expect(budget.usages).toMatchObject([usage('bob@example.com'), usage('ann@example.com')])
    expect(getCampaign.response.safeParse({ campaign: await shown(campaign) }).error).toBeUndefined()
    // The next cart of the same customer does not get the promotion.
    const cart = aPayableCart({ lines: [aQuotedLine({ unit_price: 20 })] }, { amount: 0 }, { email: 'ann@example.com' })
    await insertMissing(service.db, { carts: [cart] })
    const tried = { params: { id: cart.id }, body: { promo_codes: [promotion.code] } }
    expect((await service.store(addCartPromotions, tried)).body.cart.promotions).toEqual([])
  })

  it('is not used by a promotion that has been stopped or deleted', async () => {
    const campaign = aCampaign({ type: 'usage', limit: 5 })
    const [stopped, deleted] = [
      await put(aPromotion({ campaign_id: campaign.id }), [campaign]),
      await put(aPromotion({ campaign_id: campaign.id })),
    ]
    const carts = [await promoted(stopped), await promoted(deleted)]
    await write('promotions', stopped.id, { $set: { status: 'inactive' } })
    await write('promotions', deleted.id, { $set: { deleted_at: '2026-01-01T00:00:00.000Z' } })

    for (const id of carts) expect((await complete(id)).body).toMatchObject({ type: 'order', order: { discount_total: 2 } })
    expect((await shown(campaign)).budget).toMatchObject({ used: 0 })
  })
})

describe('a counted order', () => {
  it('costs one command more than an order without a limit', async () => {
    const [limited, free] = [await put(aPromotion({ limit: 9 })), await put(aPromotion())]
    // The first one creates the count, the second one reads it.
    for (const id of [await promoted(limited), await promoted(limited)]) await complete(id)
    const [one, other] = [await promoted(limited), await promoted(free)]
    const sentFor = async (id: string) => {
      const commands = await commandsOf(service.db, () => complete(id))
      const sent = commands.map(({ ns, op }) => `${op} ${ns.split('.').at(-1)}`)
      return sent.filter((command) => /promotions|campaigns|use_counts/.test(command))
    }
    const without = await sentFor(other)
    expect(without).toEqual(['query promotions'])
    expect(await sentFor(one)).toEqual([...without, 'update use_counts'])
  })

  it('shows in the promotion and the campaign without changing their records', async () => {
    const campaign = aCampaign({ type: 'usage', limit: 5 })
    const promotion = await put(aPromotion({ limit: 5, campaign_id: campaign.id }), [campaign])
    const get = () => service.send(getPromotion, { params: { id: promotion.id }, query: 'fields=*,*campaign', actor: ADMIN })
    const before = await get()

    expect((await complete(await promoted(promotion))).status).toBe(200)

    const after = await get()
    const { body } = after
    expect(body.promotion).toEqual({
      ...{ ...before.body.promotion, used: 1 },
      campaign: { ...before.body.promotion.campaign, budget: { ...before.body.promotion.campaign.budget, used: 1 } },
    })
    expect(after.etag).not.toBe(before.etag)
    const stored = await service.db.collection<{ _id: string }>('promotions').findOne({ _id: promotion.id })
    expect(stored).toMatchObject({ revision: 1, event_seq: 0, updated_at: promotion.updated_at })
    const change = { body: { limit: 9 }, if_match: before.etag!, actor: ADMIN } as const
    expect((await service.send(updatePromotion, { params: { id: promotion.id }, ...change })).status).toBe(200)
  })

  it.each([
    ['moved to another campaign', (to: string) => ({ $set: { campaign_id: to } })],
    ['deleted', () => ({ $set: { deleted_at: '2026-01-01T00:00:00.000Z' } })],
    ['stopped', () => ({ $set: { status: 'inactive' } })],
    ['without a limit', () => ({ $set: { limit: null } })],
  ])('is taken back as it was counted, even if its promotion is %s meanwhile', async (_how, change) => {
    const [campaign, other] = [aCampaign({ type: 'usage', limit: 5 }), aCampaign({ type: 'usage', limit: 5 })]
    const promotion = await put(aPromotion({ limit: 5, campaign_id: campaign.id }), [campaign, other])
    const id = await promoted(promotion)
    const claimed = await claimedCart(id)
    const { uses, limits } = await findUses(claimed, service.deps)
    const paying = { ...claimed, checkout: { ...claimed.checkout!, state: 'paying' as const, uses } }
    await countUses(paying, limits, service.deps)
    expect([await usedOf(promotion), await usedOf(campaign)]).toEqual([1, 1])
    await write('promotions', promotion.id, change(other.id))

    await countUses(paying, undefined, service.deps) // as another runner does that takes over
    expect([await usedOf(promotion), await usedOf(campaign)]).toEqual([1, 1])
    await uncountUses(paying, service.deps)
    await uncountUses(paying, service.deps)

    expect([await usedOf(promotion), await usedOf(campaign), await usedOf(other)]).toEqual([0, 0, undefined])
    await expect(countUses(paying, limits, service.deps)).rejects.toThrow('The checkout was given up')
  })

  it('is recorded in its checkout, by which it can be undone', async () => {
    const promotion = await put(aPromotion({ limit: 1 }))
    const id = await promoted(promotion)
    await complete(id)
    const use = { promotion_id: promotion.id, campaign_id: null, attribute_value: null, amount: '1' }
    const done = await service.db.collection<{ _id: string }>('carts').findOne({ _id: id })
    expect(done).toMatchObject({ checkout: { state: 'done', uses: [use] } })
  })

  it('is counted by its current promotions if its checkout is of an earlier version without recorded uses', async () => {
    const promotion = await put(aPromotion({ limit: 5 }))
    const claimed = await claimedCart(await promoted(promotion))
    const { uses: _, ...checkout } = claimed.checkout!
    const former = { ...claimed, checkout: { ...checkout, state: 'paying' as const } }
    await countUses(former, undefined, service.deps)
    expect(await usedOf(promotion)).toBe(1)
    await uncountUses(former, service.deps)
    expect(await usedOf(promotion)).toBe(0)
  })
})

describe('a checkout of which a step fails', () => {
  /** Its first count is not made. */
  function failing(error: Error) {
    const { useCounts } = service.deps
    let failed = false
    const change: typeof useCounts.change = async (...use) => {
      if (failed) return useCounts.change(...use)
      failed = true
      throw error
    }
    return { ...service.deps, useCounts: { ...useCounts, change } }
  }
  const away = new MongoNetworkError('connection closed')
  const bug = new TypeError('x is not a function')

  it.each([
    ['as unavailable if the database is away', away, { kind: 'unavailable' }],
    ['as unexpected for any other reason, with the cause for the log', bug, { kind: 'unexpected', message: '' }],
  ])('is undone and refused %s', async (_why, error, refusal) => {
    const promotion = await put(aPromotion({ limit: 5 }))
    const id = await promoted(promotion)

    const end = await runCheckout(await claimedCart(id), 'runner_1', failing(error))

    const { cause } = end as { cause?: Error }
    expect(end).toMatchObject({ refusal })
    expect([cause, cause?.cause]).toContain(error)
    expect((await service.store(getCart, { params: { id } })).body.cart.completed_at).toBeNull()
    expect((await complete(id)).body.type).toBe('order')
    expect(await usedOf(promotion)).toBe(1)
  })

  it('is not called carried out if a repeat of its request is refused', async () => {
    const id = await promoted(await put(aPromotion({ limit: 5 })))
    const op_id = mintOpId(Date.now())
    await runCheckout(await claimedCart(id, op_id), 'runner_1', failing(away))
    await write('carts', id, { $set: { payment_collection: null } })

    const repeated = refusal(await complete(id, { op_id }))

    expect(repeated).toEqual([400, 'invalid_data', expect.stringMatching(/^Payment/)])
  })

  it('is tried again if another runner began it, and the database is away', async () => {
    const id = await promoted(await put(aPromotion({ limit: 5 })))
    const claimed = await claimedCart(id)
    await write('carts', id, { $set: { 'checkout.is_taken_over': true } })

    await expect(runCheckout(claimed, 'runner_1', failing(away))).rejects.toMatchObject({ kind: 'outcome_unknown' })
  })
})

describe('an order whose runner freezes', () => {
  function signal() {
    let give = () => {}
    const given = new Promise<void>((resolve) => {
      give = resolve
    })
    return { give, given }
  }

  /** Runs a checkout until it counts; another runner then ends it. @returns how to wake the first one and wait for its end */
  async function frozen(id: string, when: 'before' | 'after') {
    const claimed = await claimedCart(id)
    const [asleep, awake] = [signal(), signal()]
    async function freeze() {
      asleep.give()
      await awake.given
    }
    const { useCounts } = service.deps
    const change: typeof useCounts.change = async (...use) => {
      if (when === 'before') await freeze()
      await useCounts.change(...use)
      if (when === 'after') await freeze()
    }
    const run = runCheckout(claimed, 'runner_1', { ...service.deps, useCounts: { ...useCounts, change } }).catch(() => {})
    await Promise.race([asleep.given, run.then(() => Promise.reject(new Error('the checkout ended before it counted')))])
    await write('carts', id, { $set: { 'checkout.lease_until': 0 } })
    const ended = async () => (await stored(id)).checkout?.lease_until ?? null
    await expect.poll(ended).toBe(null)
    return async () => {
      awake.give()
      await run
    }
  }
  const stored = async (id: string) =>
    (await service.db.collection<{ _id: string; checkout?: Checkout }>('carts').findOne({ _id: id }))!

  it.each(['before', 'after'] as const)('%s counting is counted once', async (when) => {
    const promotion = await put(aPromotion({ limit: 5 }))
    const id = await promoted(promotion)

    const wake = await frozen(id, when)

    expect(await stored(id)).toMatchObject({ completed_at: expect.any(String), checkout: { state: 'done' } })
    expect(await usedOf(promotion)).toBe(1)
    await wake()
    expect(await usedOf(promotion)).toBe(1)
  })

  it.each(['before', 'after'] as const)('%s counting is not counted when the other runner gives it up', async (when) => {
    const campaign = aCampaign({ type: 'use_by_attribute', attribute: 'customer_email', limit: 1 })
    const promotion = await put(aPromotion({ limit: 1, campaign_id: campaign.id }), [campaign])
    const id = await promoted(promotion, { email: 'eve@example.com' })
    await unpayable(id)

    const wake = await frozen(id, when)

    const counts = () =>
      Promise.all([promotion.id, campaign.id, `${campaign.id} eve@example.com`].map((one) => usedOf({ id: one })))
    expect(await stored(id)).toMatchObject({ completed_at: null, checkout: null })
    expect(await counts()).toEqual([0, 0, 0])
    await wake()
    expect(await counts()).toEqual([0, 0, 0])
    expect((await shown(campaign)).budget).toMatchObject({ used: 0, usages: [] })
  })
})
