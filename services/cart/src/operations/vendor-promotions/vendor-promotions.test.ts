import {
  addCartPromotions,
  batchVendorPromotionBuyRules,
  batchVendorPromotionRules,
  batchVendorPromotionTargetRules,
  createCart,
  createPromotion,
  createVendorPromotion,
  deleteVendorPromotion,
  getCampaign,
  getPromotion,
  getVendorPromotion,
  listPromotions,
  listVendorPromotions,
  type Operation,
  updatePromotion,
  updateVendorPromotion,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { type CallOptions, FORBIDDEN, invalid, patient, plansOf, queriesOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { ADMIN, type CartUnderTest, startCart } from '../../../test/service.ts'

let service: CartUnderTest
let made = 0
beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

const send: CartUnderTest['vendor'] = (...request) => service.vendor(...request)
const admin = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: ADMIN, ...patient(), ...options })
const NOT_ITS_OWN = invalid('Vendor Promotion can be applied only to seller own products!')
const aCode = () => `SELLER-${++made}`
const HALF = { type: 'percentage', target_type: 'items', allocation: 'across', value: 50 }
const about = (...values: string[]) => ({ attribute: 'items.product.id', operator: 'in', values })
const bodyOf = (method: object = {}, rest: object = {}) =>
  ({ code: aCode(), type: 'standard', status: 'active', application_method: { ...HALF, ...method }, ...rest }) as never
const create = (method: object = {}, rest: object = {}, seller?: string) =>
  send(createVendorPromotion, { body: bodyOf(method, rest) }, seller)
async function added(method: object = {}, rest: object = {}, seller?: string) {
  const { status, body } = await create(method, rest, seller)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.promotion
}

/**
 * A cart with a shirt and a book of the seller, and a mug of another one. @returns what the codes take off, by variant
 */
async function takenOff(...promo_codes: string[]): Promise<Record<string, number>> {
  const items = [ids.variant, ids.third_variant, ids.foreign_variant].map((variant_id) => ({ variant_id, quantity: 2 }))
  const { body: cart, status } = await service.store(createCart, { body: { region_id: ids.region, items }, ...patient() })
  expect(status, JSON.stringify(cart)).toBe(200)
  const params = { id: cart.cart.id as string }
  const { body } = await service.store(addCartPromotions, { params, body: { promo_codes }, ...patient() })
  expect(body.cart, JSON.stringify(body)).not.toHaveProperty('line_sellers')
  type Line = { variant_id: string; adjustments: { amount: number }[] }
  return Object.fromEntries(
    body.cart.items.map((line: Line) => [line.variant_id, line.adjustments.reduce((sum, { amount }) => sum + amount, 0)]),
  )
}

describe('create-vendor-promotion', () => {
  it('creates a promotion of the seller, which administrators see and can change', async () => {
    const campaign = { name: 'Own', campaign_identifier: aCode() }
    const { status, body, etag } = await create({ target_rules: [about(ids.product, ids.second_product)] }, { campaign })

    expect([status, etag], JSON.stringify(body)).toEqual([201, expect.any(String)])
    const { id } = body.promotion
    expect(body.promotion).toMatchObject({ status: 'active', campaign: { name: 'Own' } })
    expect(body.promotion).not.toHaveProperty('seller_id')
    expect((await send(getVendorPromotion, { params: { id } })).body).toEqual(body)
    expect((await admin(getPromotion, { params: { id } })).body.promotion).toEqual(body.promotion)
    const changed = await admin(updatePromotion, { params: { id }, body: { status: 'inactive' } })
    expect([changed.status, changed.body.promotion.status]).toEqual([200, 'inactive'])
    expect((await admin(getCampaign, { params: { id: body.promotion.campaign_id } })).body.campaign.name).toBe('Own')
  })

  it.each([
    ['of whole orders', { target_type: 'order', allocation: undefined }, 'Invalid Vendor Promotion target_type!'],
    ['of shipping', { target_type: 'shipping_methods', allocation: 'across' }, 'Invalid Vendor Promotion target_type!'],
    ['about another’s product', { target_rules: [about(ids.product, ids.foreign_product)] }, NOT_ITS_OWN[2]],
    ['about no product', { target_rules: [about('prod_none')] }, NOT_ITS_OWN[2]],
  ])('rejects one %s', async (_case, method, text) => {
    expect(refusal(await create(method))).toEqual(invalid(text as string))
  })

  it('rejects campaigns of others, and codes that are taken', async () => {
    const { campaign_id, code } = await added(
      {},
      { campaign: { name: 'Theirs', campaign_identifier: aCode() } },
      ids.foreign_seller,
    )
    for (const one of [campaign_id, 'procamp_none'])
      expect(refusal(await create({}, { campaign_id: one }))).toEqual(
        invalid('Vendor Promotion can be linked only to seller own campaign!'),
      )
    const taken = invalid(`Promotion with code: ${code}, already exists.`)
    expect(refusal(await create({}, { code }))).toEqual(taken)
    expect(refusal(await admin(createPromotion, { body: bodyOf({}, { code }) }))).toEqual(taken)
    const wrong = [{ seller_id: ids.seller }, { type: 'none' }, { application_method: undefined }]
    for (const rest of wrong) expect((await create({}, rest)).status).toBe(400)
  })

  it('creates one for a retried request; of two sellers who want a code, one gets it', async () => {
    const op_id = mintOpId(Date.now())
    const body = bodyOf()
    const replies = await Promise.all([1, 2, 3].map(() => send(createVendorPromotion, { body, op_id })))
    expect(new Set(replies.map((reply) => reply.body.promotion.id)).size).toBe(1)
    const same = bodyOf()
    const both = await Promise.all(
      [ids.seller, ids.foreign_seller].map((one) => send(createVendorPromotion, { body: same }, one)),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400])
    expect((await admin(createVendorPromotion, { body: bodyOf() })).status).toBe(401)
  })
})

describe('rules on a seller’s products', () => {
  it('may be extended while they name products that no longer exist, but by no foreign product', async () => {
    const { id, application_method } = await added({ target_rules: [about(ids.product)] })
    const [rule] = application_method.target_rules
    const values = 'application_method.target_rules.0.values.0.value'
    await service.db
      .collection<{ _id: string }>('promotions')
      .updateOne({ _id: id }, { $set: { [values]: 'prod_left' } as never, $inc: { revision: 1 } as never })
    const extend = (...named: string[]) => {
      const body = { update: [{ id: rule.id, values: named }] }
      return send(batchVendorPromotionTargetRules, { params: { id }, body: body as never })
    }

    expect(refusal(await extend('prod_left', ids.foreign_product))).toEqual(NOT_ITS_OWN)
    expect((await extend('prod_left', ids.product)).status).toBe(200)
  })
})

describe('the discount of a seller’s promotion', () => {
  const own = (shirt: boolean, book: boolean) => ({
    [ids.variant]: shirt ? expect.toSatisfy((amount: number) => amount > 0) : 0,
    [ids.third_variant]: book ? expect.toSatisfy((amount: number) => amount > 0) : 0,
    [ids.foreign_variant]: 0,
  })

  it('applies only to lines with the seller’s own products, whatever the rules are', async () => {
    expect(await takenOff((await added()).code)).toEqual(own(true, true))
    const all = [{ attribute: 'items.quantity', operator: 'eq', values: ['2'] }]
    expect(await takenOff((await added({ target_rules: all })).code)).toEqual(own(true, true))
    const fixed = { type: 'fixed', value: 5, currency_code: 'EUR' }
    const ofShirts = await added({ ...fixed, target_rules: [about(ids.product)] })
    expect(ofShirts.application_method.currency_code).toBe('EUR')
    expect(await takenOff(ofShirts.code)).toEqual(own(true, false))
  })

  it('stays limited to these lines when an administrator extends the promotion to whole orders', async () => {
    const promotion = await added()
    const method = { target_type: 'order', allocation: 'across' }
    const { status } = await admin(updatePromotion, {
      params: { id: promotion.id },
      body: { application_method: method } as never,
    })
    expect(status).toBe(200)
    expect(await takenOff(promotion.code)).toEqual(own(true, true))
  })

  it('is zero if goods of others would count as bought', async () => {
    const rules = [{ attribute: 'items.quantity', operator: 'eq', values: ['2'] }]
    const quantities = { allocation: 'each', max_quantity: 1, apply_to_quantity: 1, buy_rules_min_quantity: 5 }
    const buyget = { ...HALF, ...quantities, buy_rules: rules, target_rules: [about(ids.product)] }
    const { code } = await added(buyget, { type: 'buyget' })
    expect(await takenOff(code)).toEqual(own(false, false))
  })

  it('depends on rules that see only the seller’s own goods', async () => {
    const rule = (attribute: string, operator: string, values: string[]) => ({ attribute, operator, values })
    const taken = async (...rules: object[]) => (await takenOff((await added({}, { rules })).code))[ids.variant]! > 0
    expect(await taken(rule('items.variant_id', 'in', [ids.third_variant]))).toBe(true)
    expect(await taken(rule('items.variant_id', 'in', [ids.foreign_variant]))).toBe(false)
    expect(await taken(rule('items.variant_id', 'ne', [ids.foreign_variant]))).toBe(true)
  })

  it('adds to what another seller’s promotion takes off its own goods', async () => {
    const [one, other] = [await added({ value: 10 }), await added({ value: 10 }, {}, ids.foreign_seller)]
    const off = await takenOff(one.code, other.code)
    expect(Object.values(off).every((amount) => amount > 0)).toBe(true)
  })
})

describe('automatic promotions of a seller', () => {
  const AUTOMATIC = { is_automatic: true }

  it('apply to carts with its goods, and are not read for others', async () => {
    await added({}, AUTOMATIC, ids.foreign_seller)
    const off = await takenOff()
    expect(off).toEqual({ [ids.variant]: 0, [ids.third_variant]: 0, [ids.foreign_variant]: expect.any(Number) })
    expect(off[ids.foreign_variant]).toBeGreaterThan(0)

    const own = async () => {
      const items = [{ variant_id: ids.variant, quantity: 1 }]
      const { status } = await service.store(createCart, { body: { region_id: ids.region, items }, ...patient() })
      expect(status).toBe(200)
    }
    const plans = await plansOf(service.db, own)
    const docs = plans.filter(({ ns }) => ns.endsWith('.promotions')).map(({ docsExamined }) => docsExamined)
    expect(docs.length).toBeGreaterThanOrEqual(1) // more if `pricing` was asked again
    expect(new Set(docs)).toEqual(new Set([0]))
  })

  it('are limited to 100; creating or changing an existing one again is not rejected', async () => {
    const promotions = service.db.collection<{ _id: string }>('promotions')
    const { id } = await added({}, AUTOMATIC, 'sel_many')
    const like = (await promotions.findOne({ _id: id }))!
    await promotions.insertMany(Array.from({ length: 98 }, (_, n) => ({ ...like, _id: `promo_many_${n}`, code: `MANY-${n}` })))
    const op_id = mintOpId(Date.now())
    const last = () => send(createVendorPromotion, { body: bodyOf({}, { ...AUTOMATIC, code: 'MANY' }), op_id }, 'sel_many')
    const repeats = [await last(), await last()]
    expect(new Set(repeats.map(({ body }) => body.promotion.id)).size).toBe(1)

    const refused = [400, 'not_allowed', 'A seller can have 100 automatic promotions at most']
    expect(refusal(await create({}, AUTOMATIC, 'sel_many'))).toEqual(refused)
    const other = await added({}, {}, 'sel_many')
    const change = (one: string) => send(updateVendorPromotion, { params: { id: one }, body: AUTOMATIC as never }, 'sel_many')
    const byAdmin = (one: string) => admin(updatePromotion, { params: { id: one }, body: AUTOMATIC as never })
    for (const by of [change, byAdmin]) {
      expect(refusal(await by(other.id))).toEqual(refused)
      expect((await by(id)).status).toBe(200)
    }
    expect((await create({}, AUTOMATIC)).status).toBe(201)
    await promotions.deleteMany({ is_automatic: true } as never)
  })
})

describe('update-vendor-promotion', () => {
  it('changes the named fields once for a retried request; rejects forbidden targets, campaigns and codes', async () => {
    const { id } = await added()
    const { code } = await added({}, {}, ids.foreign_seller)
    const change = (body: object, options = {}) =>
      send(updateVendorPromotion, { params: { id }, body: body as never, ...options })
    const op_id = mintOpId(Date.now())
    const repeats = await Promise.all(
      [1, 2].map(() => change({ status: 'inactive', application_method: { value: 20 } }, { op_id })),
    )
    for (const { status, body } of repeats)
      expect([status, body.promotion]).toMatchObject([200, { status: 'inactive', application_method: { value: 20 } }])
    expect(new Set(repeats.map(({ etag }) => etag)).size).toBe(1)

    const order = { application_method: { target_type: 'order' } }
    expect(refusal(await change(order))).toEqual(invalid('Invalid Vendor Promotion target_type!'))
    expect(refusal(await change({ campaign_id: 'procamp_none' }))).toEqual(
      invalid('Vendor Promotion can be linked only to seller own campaign!'),
    )
    expect(refusal(await change({ code }))).toEqual(invalid(`Promotion with code: ${code}, already exists.`))
    expect((await change({ status: 'active' }, { if_match: '"1"' })).status).toBe(412)
  })
})

describe('rules of a seller’s promotion', () => {
  const BUYGET = {
    ...{ allocation: 'each', max_quantity: 1, apply_to_quantity: 1, buy_rules_min_quantity: 2 },
    buy_rules: [about(ids.product)],
    target_rules: [{ attribute: 'items.product.title', operator: 'eq', values: 'T-Shirt' }],
  }

  it('are created, changed and deleted; the answer is the promotion', async () => {
    const { id } = await added(BUYGET, { type: 'buyget' })
    const params = { id }
    const rule = { attribute: 'currency_code', operator: 'eq', values: 'eur' }
    const { body } = await send(batchVendorPromotionRules, { params, body: { create: [rule] } as never })
    expect(body.promotion.rules).toMatchObject([{ attribute: 'currency_code', values: [{ value: 'eur' }] }])

    const target = await send(batchVendorPromotionTargetRules, { params, body: { create: [about(ids.second_product)] } as never })
    expect([target.status, target.etag]).toEqual([200, expect.any(String)])
    const [, made] = target.body.promotion.application_method.target_rules
    const update = [{ id: made.id, values: [ids.product] }]
    const changed = await send(batchVendorPromotionTargetRules, { params, body: { update } as never })
    expect(changed.body.promotion.application_method.target_rules[1].values).toMatchObject([{ value: ids.product }])
    const gone = await send(batchVendorPromotionTargetRules, { params, body: { delete: [made.id] } })
    expect(gone.body.promotion.application_method.target_rules).toHaveLength(1)
    const bought = await send(batchVendorPromotionBuyRules, { params, body: { create: [about(ids.second_product)] } as never })
    expect(bought.body.promotion.application_method.buy_rules).toHaveLength(2)
  })

  it('on products are replaced by a new one, which carts follow; but not those on what has to be bought', async () => {
    const { id, code } = await added({ target_rules: [about(ids.second_product)] })
    expect((await takenOff(code))[ids.variant]).toBe(0)
    const body = { create: [about(ids.product)] } as never
    const changed = await send(batchVendorPromotionTargetRules, { params: { id }, body })
    expect(changed.body.promotion.application_method.target_rules).toMatchObject([{ values: [{ value: ids.product }] }])
    expect((await takenOff(code))[ids.variant]).toBeGreaterThan(0)

    const params = { id: (await added(BUYGET, { type: 'buyget' })).id as string }
    const bought = await send(batchVendorPromotionBuyRules, { params, body })
    expect(bought.body.promotion.application_method.buy_rules).toHaveLength(2)
  })

  it.each([
    ['target', batchVendorPromotionTargetRules],
    ['buy', batchVendorPromotionBuyRules],
  ] as const)('are rejected if %s rules name another seller’s products', async (kind, operation) => {
    const promotion = await added({ ...BUYGET, target_rules: [about(ids.product)] }, { type: 'buyget' })
    const [present] = promotion.application_method[`${kind}_rules`]
    for (const body of [{ create: [about(ids.foreign_product)] }, { update: [{ id: present.id, values: ids.foreign_product }] }])
      expect(refusal(await send(operation, { params: { id: promotion.id }, body: body as never }))).toEqual(NOT_ITS_OWN)
    expect((await send(getVendorPromotion, { params: { id: promotion.id } })).body.promotion).toEqual(promotion)
  })
})

describe('delete-vendor-promotion', () => {
  it('deletes it once for a retried request', async () => {
    const { id } = await added()
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([1, 2].map(() => send(deleteVendorPromotion, { params: { id }, op_id })))
    for (const { status, body } of replies) expect([status, body]).toEqual([200, { id, object: 'promotion', deleted: true }])
    expect(refusal(await send(deleteVendorPromotion, { params: { id } }))).toEqual(FORBIDDEN)
    expect((await admin(getPromotion, { params: { id } })).status).toBe(404)
  })
})

describe('list parameters', () => {
  it('are accepted by the routes of one promotion', async () => {
    const query = 'fields=id,status&limit=20&offset=0&order=code'
    const made = await send(createVendorPromotion, { body: bodyOf(), query })
    const params = { id: made.body.promotion.id as string }
    const batches = [batchVendorPromotionRules, batchVendorPromotionTargetRules] as const
    const replies = [
      await send(getVendorPromotion, { params, query }),
      await send(updateVendorPromotion, { params, body: { status: 'active' }, query }),
      await send(batches[0], { params, body: {}, query }),
      await send(batches[1], { params, body: {}, query }),
    ]
    for (const { status, body } of replies)
      expect([status, body]).toEqual([200, { promotion: { id: params.id, status: 'active' } }])
    expect((await send(getVendorPromotion, { params, query: 'foo=1' })).status).toBe(400)
  })
})

describe('list-vendor-promotions', () => {
  it('lists only the seller’s own; administrators find them in their list', async () => {
    const { id, code } = await added({}, {}, 'sel_lister')
    const list = (query: string) => send(listVendorPromotions, { query }, 'sel_lister')
    expect((await list('fields=id,code')).body).toEqual({ promotions: [{ id, code }], count: 1, offset: 0, limit: 50 })
    expect((await list(`q=${code}`)).body.count).toBe(1)
    for (const order of ['-code', 'type']) expect((await list(`with_deleted=true&order=${order}`)).body.count).toBe(1)
    expect((await admin(listPromotions, { query: `code=${code}` })).body.count).toBe(1)
    expect((await list('foo=1')).status).toBe(400)
  })

  it('finds them by status, by type, and by whether they are automatic', async () => {
    const { id } = await added({}, { status: 'draft' }, 'sel_filters')
    await added({}, { is_automatic: true }, 'sel_filters')
    const found = async (query: string) => {
      const { status, body } = await send(listVendorPromotions, { query }, 'sel_filters')
      return [status, body.promotions?.map((one: { id: string }) => one.id)]
    }
    expect(await found('status=draft')).toEqual([200, [id]])
    expect(await found('status[]=draft&status[]=inactive&is_automatic=false&type=standard')).toEqual([200, [id]])
    expect(await found('type=buyget')).toEqual([200, []])
    expect((await found('status=none'))[0]).toBe(400)
  })

  it('reads no records of others, whatever the query', async () => {
    await Promise.all(Array.from({ length: 30 }, () => added()))
    await added({}, {}, 'sel_planner')
    const { orders, filters } = queriesOf(listVendorPromotions, { status: 'active', type: 'standard' })
    const tried = filters.filter((query) => /^(status|type|is_automatic)\W/.test(query))
    for (const query of [...orders, ...tried])
      for (const { planSummary, docsExamined } of await plansOf(service.db, () =>
        send(listVendorPromotions, { query }, 'sel_planner'),
      ))
        expect({ query, planSummary, isFew: docsExamined <= 5 }).toMatchObject({
          isFew: true,
          planSummary: expect.not.stringContaining('COLLSCAN'),
        })
  })
})

describe('promotions of others', () => {
  it.each(['foreign', 'unknown', 'the marketplace’s'])('are rejected alike: %s', async (kind) => {
    const kinds: Record<string, () => Promise<string>> = {
      foreign: async () => (await added({}, {}, ids.foreign_seller)).id,
      unknown: async () => 'promo_none',
      'the marketplace’s': async () => (await admin(createPromotion, { body: bodyOf() })).body.promotion.id,
    }
    const params = { id: await kinds[kind]!() }
    const replies = [
      await send(getVendorPromotion, { params }),
      await send(updateVendorPromotion, { params, body: { status: 'draft' } }),
      await send(batchVendorPromotionRules, { params, body: {} }),
      await send(batchVendorPromotionTargetRules, { params, body: { create: [about('prod_none')] } as never }),
      await send(batchVendorPromotionBuyRules, { params, body: {} }),
      await send(deleteVendorPromotion, { params }),
    ]
    for (const reply of replies) expect(refusal(reply)).toEqual(FORBIDDEN)
  })
})
