import {
  addCartPromotions,
  addLineItem,
  addShippingMethod,
  createCart,
  createShippingOption,
  getCart,
  removeCartPromotions,
  removeLineItem,
  updateCart,
  updateLineItem,
} from '@souk/contracts'
import { backgroundEnvelope, newCommand } from '@souk/runtime'
import { commandsOf, patient, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aPaymentCollection } from '../../../test/builders.ts'
import { aCampaign, aPromotion, aRule, aUseCount } from '../../../test/promotion-builders.ts'
import { ADMIN, type CartUnderTest, CUSTOMER, GUEST, STRANGER, startCart } from '../../../test/service.ts'
import type { CartRecord } from '../../domain/carts/cart.ts'
import { changedLines } from '../../domain/line-items/change-lines.ts'
import type { CampaignRecord, PromotionRecord } from '../../domain/promotions/promotion.ts'
import { changedCart } from '../change-cart.ts'

let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

async function put<P extends PromotionRecord>(promotion: P, campaigns: CampaignRecord[] = []): Promise<P> {
  await insertMissing(service.db, { promotions: [promotion], campaigns })
  return promotion
}
const SHIRTS = { variant_id: ids.variant, quantity: 2 }
const newCart = async (body: object = {}, options: object = {}) =>
  (await service.store(createCart, { body: { region_id: ids.region, items: [SHIRTS], ...body }, ...options })).body.cart
const add = (id: string, promo_codes: string[], options: object = {}) =>
  service.store(addCartPromotions, { params: { id }, body: { promo_codes }, ...options })
const remove = (id: string, promo_codes: string[], options: object = {}) =>
  service.store(removeCartPromotions, { params: { id }, body: { promo_codes }, ...options })
const get = async (id: string) => (await service.store(getCart, { params: { id } })).body.cart
const write = (collection: string, _id: string, set: object) =>
  service.db.collection<{ _id: string }>(collection).updateOne({ _id }, { $set: set, $inc: { revision: 1 } })
/** A shipping option of 10 eur, which is free from this item total on. */
async function anOptionFreeFrom(item_total: number): Promise<string> {
  const rules = [{ attribute: 'item_total', operator: 'gte', value: item_total }]
  const body = {
    ...{ name: 'Raft', service_zone_id: ids.service_zone, shipping_profile_id: ids.shipping_profile, price_type: 'flat' },
    ...{ provider_id: 'manual_manual', type_id: ids.shipping_option_type },
    prices: [
      { currency_code: 'eur', amount: 10 },
      { currency_code: 'eur', amount: 0, rules },
    ],
  }
  const made = await service.pricing.send(createShippingOption, { actor: ADMIN, body: body as never })
  return made.body.shipping_option.id
}
const shipped = (cart: { item_total: number; shipping_methods: { amount: number }[] }) => [
  cart.item_total,
  ...cart.shipping_methods.map(({ amount }) => amount),
]

/** Answers the first requests for quotes only once so many have been made. */
function quotedTogether(count: number) {
  const { bus } = service.deps
  const { call } = bus
  const waiting: (() => void)[] = []
  let asked = 0
  return vi.spyOn(bus, 'call').mockImplementation(async (operation, ...rest) => {
    const answer = await call(operation, ...rest)
    if (operation.name === 'quote' && ++asked < count) await new Promise<void>((resolve) => waiting.push(resolve))
    for (const resolve of waiting.splice(0, asked < count ? 0 : waiting.length)) resolve()
    return answer
  })
}

/** A cart of twelve lines with a discount and an option that is free from this item total on. */
async function cartOfTwelve(free_from: number): Promise<{ id: string; items: { id: string }[] }> {
  const { code } = await put(aPromotion())
  const items = Array.from({ length: 12 }, (_, n) => ({ ...SHIRTS, quantity: 1, metadata: { n } }))
  const cart = await newCart({ shipping_address: { country_code: 'de' }, items, promo_codes: [code] })
  const body = { option_id: await anOptionFreeFrom(free_from) }
  await service.store(addShippingMethod, { params: { id: cart.id }, body })
  return cart
}

/** A request that begins at once, however busy the service is. */
function directly(id: string) {
  const command = newCommand(Date.now() + 60_000)
  return { params: { id }, actor: GUEST, command, passOn: () => backgroundEnvelope('cart', 60_000) } as never
}
const doubling = ({ id }: { id: string }) => ({
  plan: (cart: CartRecord) => ({ cart, lines: changedLines(cart.items, id, { quantity: 2 }) }),
})

const codesOf = (cart: { promotions: { code: string }[] }) => cart.promotions.map(({ code }) => code)
const amountsOf = (cart: { items: { adjustments: { amount: number }[] }[] }) =>
  cart.items.map(({ adjustments }) => adjustments.map(({ amount }) => amount))

describe('add-cart-promotions', () => {
  it('returns the cart with what the promotions take off, every field present', async () => {
    const { id: promotion_id, code } = await put(aPromotion())
    const cart = await newCart()

    const { status, body, etag } = await add(cart.id, [code])

    expect({ status, etag }, JSON.stringify(body)).toEqual({ status: 200, etag: '"2"' })
    expect(addCartPromotions.response.safeParse(body).error).toBeUndefined()
    expect(body.cart).toMatchObject({
      promotions: [
        {
          ...{ id: promotion_id, code, is_automatic: false, is_tax_inclusive: false },
          application_method: { type: 'percentage', value: '10', currency_code: null },
        },
      ],
      items: [{ adjustments: [{ code, promotion_id, amount: cart.item_subtotal / 10, is_tax_inclusive: false }] }],
      discount_total: expect.closeTo(cart.item_total / 10, 6),
      total: expect.closeTo((cart.total * 9) / 10, 6),
    })
    expect(await get(cart.id)).toEqual(body.cart)
    expect((await service.eventsOf(cart.id, 2)).at(-1)).toMatchObject({ type: 'cart.updated' })
  })

  it('shows promotions in full on carts stored before is_tax_inclusive existed', async () => {
    const { code } = await put(aPromotion())
    const cart = await newCart({ promo_codes: [code] })
    const without = { $unset: { 'promotions.0.is_tax_inclusive': '' }, $inc: { revision: 1 } } as object
    await service.db.collection<{ _id: string }>('carts').updateOne({ _id: cart.id }, without)

    expect((await get(cart.id)).promotions).toEqual(cart.promotions)
  })

  it('reads use counts only of promotions with a limit and of campaigns, in one query', async () => {
    const campaign = aCampaign({ type: 'use_by_attribute', attribute: 'customer_email', limit: 1 })
    const [plain, limited] = [await put(aPromotion()), await put(aPromotion({ limit: 3 }))]
    const campaigned = await put(aPromotion({ campaign_id: campaign.id }), [campaign])
    async function asked(codes: string[]) {
      const { id } = await newCart({ email: 'ann@example.com' })
      const commands = await commandsOf(service.db, () => add(id, codes))
      const names = commands.filter(({ op }) => op === 'query').map(({ ns }) => ns.split('.').at(-1)!)
      return names.filter((name) => ['promotions', 'campaigns', 'use_counts'].includes(name)).sort()
    }
    expect(await asked([plain.code])).toEqual(['promotions'])
    expect(await asked([plain.code, limited.code])).toEqual(['promotions', 'use_counts'])
    expect(await asked([limited.code, campaigned.code])).toEqual(['campaigns', 'promotions', 'use_counts'])
  })

  it('rejects a code that no promotion has, and changes nothing', async () => {
    const { code } = await put(aPromotion())
    const deleted = await put(aPromotion({ deleted_at: '2026-01-01T00:00:00.000Z' }))
    const cart = await newCart()
    for (const unknown of ['NONE', deleted.code, code.toLowerCase()]) {
      const message = `The promotion code ${unknown} is invalid`
      expect(refusal(await add(cart.id, [code, unknown]))).toEqual([400, 'invalid_data', message])
    }
    expect(await get(cart.id)).toEqual(cart)
  })

  it('rejects unknown carts, carts of other sales channels, wrong revisions and completed carts', async () => {
    const { code } = await put(aPromotion())
    const { id } = await newCart()
    for (const change of [add, remove]) {
      expect(refusal(await change('cart_none', [code]))).toEqual([404, 'not_found', 'Cart id not found: cart_none'])
      expect((await change(id, [code], { actor: STRANGER })).status).toBe(404)
      expect((await change(id, [code], { if_match: '"9"' })).status).toBe(412)
      expect((await change(id, [1] as never)).status).toBe(400)
    }
    await write('carts', id, { completed_at: '2026-01-01T00:00:00.000Z' })
    for (const change of [add, remove])
      expect(refusal(await change(id, [code]))).toEqual([400, 'invalid_data', `Cart ${id} is already completed.`])
  })

  it('ignores promotions that take nothing off', async () => {
    const over = aCampaign(undefined, { ends_at: '2026-01-01T00:00:00.000Z' })
    const to_come = aCampaign(undefined, { starts_at: '2099-01-01T00:00:00.000Z' })
    const used_up = aPromotion({ limit: 3 })
    await insertMissing(service.db, { use_counts: [aUseCount(used_up.id, 3)] })
    const idle = [
      aPromotion({ status: 'draft' }),
      aPromotion({ status: 'inactive' }),
      aPromotion({ campaign_id: over.id }),
      aPromotion({ campaign_id: to_come.id }),
      used_up,
      aPromotion({ rules: [aRule('region_id', 'eq', ['reg_none'])] }),
      aPromotion({}, { type: 'fixed', value: 5, currency_code: 'usd' }),
      aPromotion({}, { target_rules: [aRule('items.product.id', 'in', ['prod_none'])] }),
    ]
    for (const promotion of idle) await put(promotion, [over, to_come])
    const { id } = await newCart()

    const { status, body } = await add(
      id,
      idle.map(({ code }) => code),
    )

    expect([status, codesOf(body.cart), body.cart.discount_total]).toEqual([200, [], 0])
  })

  it('adds to the present promotions, each once; an empty list removes all of them', async () => {
    const [one, other] = [await put(aPromotion()), await put(aPromotion({}, { value: 50 }))]
    const { id } = await newCart()
    await add(id, [one.code])
    const { cart } = (await add(id, [other.code, one.code])).body

    expect(codesOf(cart)).toEqual([one.code, other.code])
    expect(amountsOf(cart)).toEqual([[20, 2]])
    const again = (await add(id, [one.code])).body.cart
    expect(again.items[0].adjustments).toEqual(cart.items[0].adjustments)
    expect(codesOf((await add(id, [])).body.cart)).toEqual([])
  })

  it('loses none of several promotions that are added concurrently', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => put(aPromotion({}, { value: 1 }))))
    const { id } = await newCart()

    const replies = await Promise.all(all.map(({ code }) => add(id, [code], patient())))

    expect(replies.map(({ status }) => status)).toEqual(all.map(() => 200))
    expect(new Set(codesOf(await get(id)))).toEqual(new Set(all.map(({ code }) => code)))
    expect(amountsOf(await get(id))[0]).toHaveLength(6)
  })
})

describe('remove-cart-promotions', () => {
  it('removes the named promotions, and adjusts the payment collection', async () => {
    const [one, other] = [await put(aPromotion()), await put(aPromotion({}, { value: 50 }))]
    const cart = await newCart()
    await add(cart.id, [one.code, other.code])
    await write('carts', cart.id, { payment_collection: aPaymentCollection({ amount: 1 }) })

    const { status, body } = await remove(cart.id, [other.code, 'NONE'])

    expect([status, codesOf(body.cart), amountsOf(body.cart)]).toEqual([200, [one.code], [[4]]])
    expect(body.cart.payment_collection.amount).toBe(body.cart.total)
    expect((await remove(cart.id, [one.code])).body.cart).toMatchObject({ promotions: [], total: cart.total, discount_total: 0 })
  })
})

describe('the promotions of a cart', () => {
  it('are set on a new cart, and replaced by an update', async () => {
    const [one, other] = [await put(aPromotion()), await put(aPromotion({}, { value: 20 }))]
    const cart = await newCart({ promo_codes: [one.code] })
    expect([codesOf(cart), amountsOf(cart)]).toEqual([[one.code], [[4]]])

    const update = (body: object) => service.store(updateCart, { params: { id: cart.id }, body })
    expect(codesOf((await update({ promo_codes: [other.code] })).body.cart)).toEqual([other.code])
    expect(codesOf((await update({ locale: 'de-DE' })).body.cart)).toEqual([other.code])
    expect(codesOf((await update({ promo_codes: [] })).body.cart)).toEqual([])
  })

  it('are applied again when its lines change', async () => {
    const { code } = await put(aPromotion({ rules: [aRule('item_subtotal', 'gte', ['60'])] }))
    const { id } = await newCart({ items: [{ ...SHIRTS, quantity: 3 }], promo_codes: [code] })
    const line_id = (await get(id)).items[0].id
    const change = async (quantity: number) =>
      (await service.store(updateLineItem, { params: { id, line_id }, body: { quantity } })).body.cart

    expect(amountsOf(await change(4))).toEqual([[8]])
    const more = { ...SHIRTS, metadata: { n: 1 } }
    const two = (await service.store(addLineItem, { params: { id }, body: more })).body.cart
    expect(amountsOf(two)).toEqual([[8], [4]])
    await service.store(removeLineItem, { params: { id, line_id: two.items[1].id } })
    expect(amountsOf(await change(2))).toEqual([[]])
    expect(codesOf(await change(3))).toEqual([]) // it no longer met the rule, and was removed
  })

  it('split a fixed amount anew over the remaining lines', async () => {
    const { code } = await put(aPromotion({}, { type: 'fixed', value: 8, currency_code: 'eur', allocation: 'across' }))
    const { id, items } = await newCart({ items: [SHIRTS, { ...SHIRTS, metadata: { n: 1 } }], promo_codes: [code] })
    expect(items.map(({ adjustments }: { adjustments: { amount: number }[] }) => adjustments[0]!.amount)).toEqual([4, 4])
    const { parent } = (await service.store(removeLineItem, { params: { id, line_id: items[1].id } })).body
    expect(amountsOf(parent)).toEqual([[8]])
  })

  it('are removed with the next change once they are inactive or deleted', async () => {
    const [stopped, deleted] = [await put(aPromotion()), await put(aPromotion())]
    const { id } = await newCart({ promo_codes: [stopped.code, deleted.code] })
    await write('promotions', stopped.id, { status: 'inactive' })
    await write('promotions', deleted.id, { deleted_at: '2026-01-01T00:00:00.000Z' })
    expect(codesOf(await get(id))).toHaveLength(2)

    const { cart } = (await service.store(addLineItem, { params: { id }, body: SHIRTS })).body

    expect([codesOf(cart), amountsOf(cart), cart.discount_total]).toEqual([[], [[]], 0])
  })

  it('stay when their code changes, and are not replaced by another promotion that gets their code', async () => {
    const [renamed, other] = [await put(aPromotion()), aPromotion({}, { value: 50 })]
    const { id, items } = await newCart({ promo_codes: [renamed.code] })
    await write('promotions', renamed.id, { code: `${renamed.code}-2` })
    await put({ ...other, code: renamed.code })

    const { body } = await service.store(updateLineItem, { params: { id, line_id: items[0].id }, body: { quantity: 3 } })

    expect(body.cart.promotions).toMatchObject([{ id: renamed.id, code: `${renamed.code}-2` }])
    expect(body.cart.items[0].adjustments).toMatchObject([{ promotion_id: renamed.id, code: `${renamed.code}-2` }])
    expect((await remove(id, [renamed.code!, `${renamed.code}-2`])).body.cart.promotions).toEqual([])
  })

  it('apply to shipping, too', async () => {
    const free = { type: 'percentage', value: 100, target_type: 'shipping_methods', allocation: 'each', max_quantity: 1 } as const
    const { code } = await put(aPromotion({}, free))
    const { id } = await newCart({ shipping_address: { country_code: 'de' } })
    await service.store(addShippingMethod, { params: { id }, body: { option_id: ids.shipping_option } })
    const { cart } = (await add(id, [code])).body
    expect(cart).toMatchObject({ shipping_total: 0, shipping_methods: [{ amount: 10, adjustments: [{ code, amount: 10 }] }] })
    const { cart: bare } = (await remove(id, [code])).body
    expect(bare).toMatchObject({ shipping_total: 11.9, shipping_methods: [{ adjustments: [] }] })
  })

  it('lower the item total by which shipping is priced, however the cart is changed', async () => {
    const halved = await put(aPromotion({}, { value: 50 }))
    const option_id = await anOptionFreeFrom(40)
    const { id } = await newCart({ shipping_address: { country_code: 'de' }, promo_codes: [halved.code] })
    const added = (await service.store(addShippingMethod, { params: { id }, body: { option_id } })).body.cart
    expect(shipped(added)).toEqual([23.8, 10])
    const line = { params: { id, line_id: added.items[0].id } }
    const set = async (quantity: number) =>
      shipped((await service.store(updateLineItem, { ...line, body: { quantity } })).body.cart)
    expect(await set(3)).toEqual([35.7, 10])
    expect(await set(4)).toEqual([47.6, 0])
    const bought = (await service.store(addLineItem, { params: { id }, body: SHIRTS })).body.cart
    expect(shipped(bought)).toEqual([60.69, 0]) // six have a lower unit price
    expect(await set(1)).toEqual([11.9, 10])
  })

  it('leave shipping priced by the item total when lines are added concurrently', async () => {
    const option_id = await anOptionFreeFrom(118)
    const { id } = await newCart({ shipping_address: { country_code: 'de' }, items: [{ ...SHIRTS, quantity: 1 }] })
    await service.store(addShippingMethod, { params: { id }, body: { option_id } })
    const together = quotedTogether(4)
    const bodies = [1, 2, 3, 4].map((n) => ({ ...SHIRTS, quantity: 1, metadata: { n } }))
    const replies = await Promise.all(bodies.map((body) => service.store(addLineItem, { params: { id }, body })))
    together.mockRestore()
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(shipped(await get(id))).toEqual([119, 0])
  })

  it('leave shipping priced by the item total under many concurrent changes, none of which is refused', async () => {
    const { id, items } = await cartOfTwelve(514)
    await Promise.all(items.map((item) => changedCart(directly(id), service.deps, doubling(item))))
    expect(shipped(await get(id))).toEqual([514.08, 0])
  })

  it('leave shipping priced by the last known total if other replicas change the lines again and again', async () => {
    const { id, items } = await cartOfTwelve(1000)
    const { bus } = service.deps
    const { call } = bus
    let asked = 0
    const overtaken = vi.spyOn(bus, 'call').mockImplementation(async (operation, ...rest) => {
      await write('carts', id, { 'items.11.quantity': 1 + ++asked })
      return call(operation, ...rest)
    })
    const { state } = await changedCart(directly(id), service.deps, doubling(items[0]!))
    overtaken.mockRestore()
    expect(state.items.map(({ quantity }) => quantity)).toEqual([2, ...Array(10).fill(1), 1 + asked])
    expect(state.shipping_methods).toMatchObject([{ amount: 10 }])
  })

  it('need no code if automatic, and apply to every cart that meets their rules', async () => {
    const rules = [aRule('customer.groups.id', 'in', ['cusgroup_vip'])]
    const { id: promotion_id, code } = await put(aPromotion({ is_automatic: true, rules }))

    expect((await newCart()).promotions).toEqual([])
    const cart = await newCart({}, { actor: CUSTOMER })
    expect(cart.promotions).toMatchObject([{ id: promotion_id, is_automatic: true }])
    expect(codesOf((await remove(cart.id, [code], { actor: CUSTOMER })).body.cart)).toEqual([code])
    await write('promotions', promotion_id, { status: 'inactive' })
  })

  it('require an e-mail if their budget counts by e-mail', async () => {
    const campaign = aCampaign({ type: 'use_by_attribute', attribute: 'customer_email', limit: 1 })
    const { code } = await put(aPromotion({ campaign_id: campaign.id }), [campaign])
    const { id } = await newCart()
    const message = 'Attribute value for "customer_email" is required by promotion campaing budget'
    expect(refusal(await add(id, [code]))).toEqual([400, 'invalid_data', message])
    expect(codesOf(await newCart({ email: 'guest@example.com', promo_codes: [code] }))).toEqual([code])
  })
})
