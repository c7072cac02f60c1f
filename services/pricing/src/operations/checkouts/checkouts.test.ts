import {
  createInventoryItem,
  createProduct,
  createSalesChannel,
  createStockLocation,
  deleteVariantInventoryItem,
  findCheckoutFacts,
  getInventoryItem,
  listReservations,
  manageStockLocationSalesChannels,
  releaseCheckoutStock,
  reserveCheckoutStock,
} from '@souk/contracts'
import { createLogger } from '@souk/runtime'
import { commandsOf, lookOnce, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { demonstrationCart } from '../../../../../tools/seed/carts.ts'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededOrders } from '../../../../../tools/seed/orders.ts'
import { seedPricing } from '../../../../../tools/seed/pricing.ts'
import { seededSellers } from '../../../../../tools/seed/sellers.ts'
import { aName, asAdmin } from '../../../test/as-admin.ts'
import { startSellers, startShop } from '../../../test/service.ts'
import { settleLeftClaims } from '../../background/settle-left-claims.ts'
import { raised } from '../../domain/inventory/line-stock.ts'
import { checkoutHolds } from '../checkout-holds.ts'
import { holdAll } from '../line-holds.ts'

type Shop = Awaited<ReturnType<typeof startShop>>
let shop: Shop
let location_id: string
const send = asAdmin(() => shop)

beforeAll(async () => {
  shop = await startShop()
  await seedPricing(shop.db)
  location_id = (await send(createStockLocation, undefined, { body: { name: aName('Location') } })).body.stock_location.id
})
afterAll(() => shop.stop())

async function aVariant(stocked_quantity: number, required_quantity = 1) {
  const location_levels = [{ location_id, stocked_quantity }]
  const item: string = (await send(createInventoryItem, undefined, { body: { location_levels } })).body.inventory_item.id
  const inventory_items = [{ inventory_item_id: item, required_quantity }]
  const variant = { title: 'One', options: { Size: 'One' }, manage_inventory: true, inventory_items, prices: [] }
  const body = { title: aName('Product'), options: [{ title: 'Size', values: ['One'] }], variants: [variant] }
  const made = await send(createProduct, undefined, { body: body as never })
  return { item, variant_id: made.body.product.variants[0].id as string }
}
const held = async (item: string) => (await send(getInventoryItem, item)).body.inventory_item.reserved_quantity

let made = 0
const lineOf = (variant_id: string, quantity: number) => ({
  ...{ order_id: `order_checkout${++made}`, line_item_id: `ordli_checkout${made}` },
  ...{ variant_id, quantity },
})
type Line = ReturnType<typeof lineOf>
const aCheckout = (lines: Line[], epoch = 1, sales_channel_id: string | null = null) => ({
  cart_id: `cart_checkout${++made}`,
  epoch,
  sales_channel_id,
  lines,
})
type Checkout = ReturnType<typeof aCheckout>
const reserve = (body: Checkout) => send(reserveCheckoutStock, undefined, { body })
const release = ({ cart_id, epoch }: Pick<Checkout, 'cart_id' | 'epoch'>) =>
  send(releaseCheckoutStock, undefined, { body: { cart_id, epoch } })
const kept = ({ cart_id, epoch }: Pick<Checkout, 'cart_id' | 'epoch'>) =>
  shop.db.collection('checkout_stock').findOne({ cart_id, epoch })

const link = (body: object) => send(manageStockLocationSalesChannels, location_id, { body })
/** A sales channel that the location serves. */
async function aServedChannel(): Promise<string> {
  const { body } = await send(createSalesChannel, undefined, { body: { name: aName('Channel') } })
  await link({ add: [body.sales_channel.id] })
  return body.sales_channel.id
}

/** Reserves the stock as a request does that was recorded before the checkout was released. */
async function holdLate(checkout: Checkout) {
  const deadline = Date.now() + 30_000
  const holds = await checkoutHolds({ ...checkout, is_released: false, at: 0 }, shop.deps, deadline)
  await holdAll(holds, raised, shop.deps, { by: null, deadline })
}

/** The order that the checkout's line becomes. */
async function insertOrder({ lines: [line] }: Checkout) {
  const [order] = seededOrders()
  const { order_id, line_item_id, quantity } = line!
  const items = [{ ...order!.items[0]!, id: line_item_id, quantity }]
  const own = { id: order_id, items, display_id: 9000 + made, fulfillments: [] }
  await insertMissing(shop.orders.db, { orders: [{ ...order!, ...own }] })
}

/** Makes the database reject the write to this inventory item; writes to other items succeed. */
async function endedAt(item: string, request: () => Promise<{ status: number }>) {
  await shop.db.command({ collMod: 'inventory_items', validator: { _id: { $ne: item } } })
  const { status } = await request().finally(() => shop.db.command({ collMod: 'inventory_items', validator: {} }))
  expect(status).toBe(500)
}

async function sweep({ replicas = 1, leftAfterMs = -1000 } = {}) {
  const logger = createLogger('pricing', 'silent')
  await lookOnce(replicas, () => settleLeftClaims({ ...shop.deps, logger, leftAfterMs, firstAfterMs: 0 }))
}

describe('reserve-checkout-stock', () => {
  it('reserves stock for all lines exactly once for concurrent requests', async () => {
    const [one, two] = [await aVariant(10), await aVariant(10, 2)]
    const checkout = aCheckout([lineOf(one.variant_id, 3), lineOf(two.variant_id, 4), lineOf(one.variant_id, 2)])
    const replies = await Promise.all([1, 2, 3].map(() => reserve(checkout)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect([await held(one.item), await held(two.item)]).toEqual([5, 8])
    const [line] = checkout.lines
    const { body } = await send(listReservations, undefined, { query: `line_item_id=${line!.line_item_id}` })
    expect(body.reservations).toMatchObject([{ quantity: 3, location_id, inventory_item_id: one.item }])
  })

  it('reads and writes together for concurrent checkouts', async () => {
    const { item, variant_id } = await aVariant(100)
    const sales_channel_id = await aServedChannel()
    const checkouts = Array.from({ length: 32 }, () => aCheckout([lineOf(variant_id, 1)], 1, sales_channel_id))
    let statuses: number[] = []
    const commands = await commandsOf(shop.db, async () => {
      statuses = (await Promise.all(checkouts.map(reserve))).map(({ status }) => status)
    })
    expect([new Set(statuses), await held(item)]).toEqual([new Set([200]), 32])
    expect(commands.length).toBeLessThan(checkouts.length)
  })

  it('reserves nothing when one line lacks stock', async () => {
    const [one, two] = [await aVariant(10), await aVariant(1)]
    const reply = await reserve(aCheckout([lineOf(one.variant_id, 3), lineOf(two.variant_id, 2)]))
    expect(refusal(reply)).toEqual([
      ...[400, 'not_allowed'],
      `Not enough stock available for item ${two.item} at location ${location_id}`,
    ])
    expect([await held(one.item), await held(two.item)]).toEqual([0, 0])
  })

  it('never reserves more than is in stock when carts compete for it', async () => {
    const { item, variant_id } = await aVariant(5)
    const replies = await Promise.all(Array.from({ length: 12 }, () => reserve(aCheckout([lineOf(variant_id, 1)]))))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(await held(item)).toBe(5)
  })

  it('keeps the reservations of a failed attempt; a retry adds the missing ones', async () => {
    const [one, two] = [await aVariant(10), await aVariant(10)]
    const checkout = aCheckout([lineOf(one.variant_id, 3), lineOf(two.variant_id, 2)])
    await endedAt(two.item, () => reserve(checkout))
    expect([await held(one.item), await held(two.item)]).toEqual([3, 0]) // which another attempt may have found already reserved
    expect((await reserve(checkout)).status).toBe(200)
    expect([await held(one.item), await held(two.item)]).toEqual([3, 2])
    await release(checkout)
    expect([await held(one.item), await held(two.item)]).toEqual([0, 0])
  })

  it('succeeds for unknown variants, without a reservation', async () => {
    expect((await reserve(aCheckout([lineOf('variant_gone', 3)]))).status).toBe(200)
  })
})

describe('reserve-checkout-stock of goods that changed since they were put into the cart', () => {
  const short = [400, 'not_allowed', 'Some variant does not have the required inventory']
  const unlink = async ({ item, variant_id }: { item: string; variant_id: string }) => {
    const { _id: id } = (await shop.db.collection('products').findOne({ 'variants.id': variant_id }))!
    const params = { id: String(id), variant_id, inventory_item_id: item }
    expect((await send(deleteVariantInventoryItem, undefined, { params })).status).toBe(200)
  }

  it('is refused if the managed variant no longer uses an inventory item, or if that was deleted', async () => {
    const [unlinked, deleted, kept] = [await aVariant(5), await aVariant(5), await aVariant(5)]
    await unlink(unlinked)
    await shop.db.collection<{ _id: string }>('inventory_items').updateOne({ _id: deleted.item }, { $set: { deleted_at: 'now' } })
    for (const { variant_id } of [unlinked, deleted]) {
      const lines = [lineOf(kept.variant_id, 1), lineOf(variant_id, 1)]
      expect(refusal(await reserve(aCheckout(lines)))).toEqual(short)
    }
    expect(await held(kept.item)).toBe(0)
  })

  it('is refused if its location no longer serves the sales channel, even when repeated', async () => {
    const { item, variant_id } = await aVariant(5)
    const sales_channel_id = await aServedChannel()
    const checkout = aCheckout([lineOf(variant_id, 2)], 1, sales_channel_id)
    const second = aCheckout([lineOf(variant_id, 3)], 1, sales_channel_id)
    expect((await reserve(checkout)).status).toBe(200)
    expect((await reserve(second)).status).toBe(200)
    expect((await reserve(checkout)).status).toBe(200) // nothing more is available, but it holds its own
    await link({ remove: [sales_channel_id] })
    const nowhere = `Sales channel ${sales_channel_id} is not associated with any stock location for variant ${variant_id}.`
    const third = aCheckout([lineOf(variant_id, 1)], 1, sales_channel_id)
    for (const one of [checkout, third]) expect(refusal(await reserve(one))).toEqual([400, 'invalid_data', nowhere])
    expect(await held(item)).toBe(5)
  })
})

describe('release-checkout-stock', () => {
  it('releases all reservations, and prevents later ones of the same attempt', async () => {
    const { item, variant_id } = await aVariant(10)
    const checkout = aCheckout([lineOf(variant_id, 3)])
    await reserve(checkout)
    expect((await release(checkout)).status).toBe(200)
    expect((await release(checkout)).status).toBe(200)
    expect(await held(item)).toBe(0)
    expect(refusal(await reserve(checkout))).toEqual([409, 'conflict', 'The checkout was given up'])
    expect(await held(item)).toBe(0)
    expect((await reserve({ ...checkout, epoch: 2 })).status).toBe(200)
    expect(await held(item)).toBe(3)
  })

  it('rejects a reservation that arrives after its release', async () => {
    const { item, variant_id } = await aVariant(10)
    const checkout = aCheckout([lineOf(variant_id, 3)])
    await release(checkout)
    expect((await reserve(checkout)).status).toBe(409)
    expect(await held(item)).toBe(0)
  })

  it('is repeated by the sweep, for a reservation that resumes after its release', async () => {
    const { item, variant_id } = await aVariant(10)
    const checkout = aCheckout([lineOf(variant_id, 3)])
    await reserve(checkout)
    await release(checkout)
    await holdLate(checkout)
    expect(await held(item)).toBe(3)
    await sweep({ leftAfterMs: 60_000 })
    expect(await held(item)).toBe(3)
    await sweep({ replicas: 2 })
    expect([await held(item), await kept(checkout)]).toEqual([0, null])
  })
})

describe('stock of a checkout whose outcome was never reported', () => {
  it('is released when its orders do not exist and the cart is not being completed', async () => {
    const { item, variant_id } = await aVariant(10)
    const checkout = aCheckout([lineOf(variant_id, 3)])
    await reserve(checkout)
    await sweep()
    expect([await held(item), await kept(checkout)]).toEqual([0, null])
  })

  it('stays reserved while the cart is being completed', async () => {
    const { item, variant_id } = await aVariant(10)
    const checkout = aCheckout([lineOf(variant_id, 3)])
    const facts = { sales_channel: null, variants: [], shipping_options: [] }
    const until = { lease_until: Number.MAX_SAFE_INTEGER, at: '' }
    const under_way = {
      epoch: 1,
      state: 'placing' as const,
      runner: 'another',
      facts,
      is_taken_over: false,
      refusal: null,
      ...until,
    }
    const cart = { ...demonstrationCart(), id: checkout.cart_id, checkout: under_way, checkouts: 1 }
    await insertMissing(shop.cart.db, { carts: [cart] })
    await reserve(checkout)
    await sweep()
    expect([await held(item), await kept(checkout)]).toEqual([3, expect.objectContaining({ is_released: false })])
    await shop.cart.db.collection('carts').deleteOne({ _id: checkout.cart_id as never })
  })

  it('stays reserved when its orders were placed', async () => {
    const { item, variant_id } = await aVariant(10)
    const checkout = aCheckout([lineOf(variant_id, 3)])
    await insertOrder(checkout)
    await reserve(checkout)
    await sweep()
    expect([await held(item), await kept(checkout)]).toEqual([3, null])
  })
})

describe('stock of a cart that was completed by its second attempt', () => {
  const twice = async () => {
    const { item, variant_id } = await aVariant(10)
    const first = aCheckout([lineOf(variant_id, 3)])
    return { item, first, second: { ...first, epoch: 2 } }
  }

  it('stays reserved when the sweep forgets the first one', async () => {
    const { item, first, second } = await twice()
    await reserve(first)
    await release(first)
    await reserve(second)
    await insertOrder(second)
    await sweep()
    expect([await held(item), await kept(first), await kept(second)]).toEqual([3, null, null])
  })

  it('stays reserved when the first one is released again', async () => {
    const { item, first, second } = await twice()
    await reserve(first)
    await release(first)
    await reserve(second)
    expect((await release(first)).status).toBe(200)
    expect(await held(item)).toBe(3)
  })

  it('stays reserved when a reservation of the first one resumes after that', async () => {
    const { item, first, second } = await twice()
    const { keep } = shop.deps.checkoutStock
    vi.spyOn(shop.deps.checkoutStock, 'keep').mockImplementationOnce(async (...kept) => {
      const stock = await keep(...kept)
      await release(first)
      await reserve(second)
      return stock
    })
    expect(refusal(await reserve(first))).toEqual([409, 'conflict', 'The checkout was given up'])
    expect(await held(item)).toBe(3)
  })

  it('does not rely on a late reservation of the first one, which the sweep releases', async () => {
    const { item, first, second } = await twice()
    await release(first)
    await holdLate(first)
    await reserve(second)
    await insertOrder(second)
    expect(await held(item)).toBe(6)
    await shop.db.collection('checkout_stock').updateOne({ cart_id: first.cart_id, epoch: 2 }, { $set: { at: 0 } })
    await sweep({ leftAfterMs: 60_000 })
    await sweep()
    expect([await held(item), await kept(first), await kept(second)]).toEqual([3, null, null])
  })

  it('stays reserved before its orders exist when a much later reservation of the first one is swept', async () => {
    const { item, first, second } = await twice()
    await reserve(second)
    await reserve(first)
    await shop.db.collection('checkout_stock').updateOne({ cart_id: first.cart_id, epoch: 1 }, { $set: { at: 0 } })
    await sweep({ leftAfterMs: 60_000 })
    expect([await held(item), await kept(first)]).toEqual([3, null])
  })
})

describe('many abandoned checkouts', () => {
  it('are all settled, even behind ones that cannot be', async () => {
    const checkout_stock = shop.db.collection<{ _id: string }>('checkout_stock')
    await checkout_stock.deleteMany({})
    const { item, variant_id } = await aVariant(10)
    const last = aCheckout([lineOf(variant_id, 3)])
    await reserve(last)
    const left = { epoch: 1, sales_channel_id: null, is_released: false, lines: [] }
    const damaged = Array.from({ length: 100 }, (_, n) => ({
      ...left,
      _id: `bad_${n}:1`,
      cart_id: `bad_${n}`,
      at: n,
      lines: null,
    }))
    const others = Array.from({ length: 150 }, (_, n) => ({ ...left, _id: `left_${n}:1`, cart_id: `left_${n}`, at: 1000 + n }))
    await checkout_stock.insertMany([...damaged, ...others])
    const afterOneMoreLook = async () => {
      await sweep({ leftAfterMs: 0 })
      return [await held(item), await checkout_stock.countDocuments({})]
    }
    await expect.poll(afterOneMoreLook).toEqual([0, 100])
    await checkout_stock.deleteMany({})
  })
})

describe('find-checkout-facts', () => {
  it('returns variants and shipping options with their sellers, and omits unknown ones', async () => {
    const body = {
      sales_channel_id: ids.sales_channel,
      variant_ids: [ids.variant, 'variant_gone', ids.foreign_variant],
      shipping_option_ids: [ids.shipping_option, 'so_gone'],
    }
    const { status, body: facts } = await send(findCheckoutFacts, undefined, { body })
    expect(status).toBe(200)
    expect(findCheckoutFacts.response.strict().safeParse(facts).error).toBeUndefined()
    expect(facts.sales_channel).toMatchObject({ id: ids.sales_channel })
    expect(facts.variants.toSorted((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1))).toMatchObject([
      { id: ids.variant, seller_id: ids.seller },
      { id: ids.foreign_variant, seller_id: ids.foreign_seller },
    ])
    expect(facts.shipping_options).toMatchObject([{ id: ids.shipping_option }])
  })
})

it('find-checkout-facts leaves out variants that are not sold, and returns the region’s payment providers, if requested', async () => {
  const { variant_id } = await aVariant(1)
  const ask = async (more: object) => {
    const body = { sales_channel_id: 'sc_own', variant_ids: [variant_id], shipping_option_ids: [], ...more }
    return (await send(findCheckoutFacts, undefined, { body })).body
  }
  const found = async () => (await ask({ only_sold: true })).variants.length
  const change = ($set: object) => shop.db.collection('products').updateOne({ 'variants.id': variant_id }, { $set })
  const unasked = await ask({})
  expect(unasked.variants).toMatchObject([{ id: variant_id }])
  expect(unasked).not.toHaveProperty('payment_provider_ids')
  expect((await ask({ region_id: ids.region })).payment_provider_ids).toEqual(['pp_system_default'])
  expect(await ask({ region_id: 'reg_gone' })).not.toHaveProperty('payment_provider_ids')

  expect(await found()).toBe(0) // a draft
  await change({ status: 'published' })
  expect(await found()).toBe(1)
  await change({ sales_channel_ids: ['sc_other'] })
  expect(await found()).toBe(0)
  expect((await ask({ only_sold: true, sales_channel_id: null })).variants).toHaveLength(1)
})

describe('find-checkout-facts with sellers', () => {
  let sellers: Awaited<ReturnType<typeof startSellers>> | undefined
  afterAll(() => sellers?.stop())
  const ask = (variant_ids: string[], with_sellers = true) => {
    const body = { sales_channel_id: null, variant_ids, shipping_option_ids: [], with_sellers }
    return send(findCheckoutFacts, undefined, { body })
  }

  it('asks `sellers` only when a variant has a seller, and answers 503 while it is unavailable', async () => {
    const { variant_id } = await aVariant(1)
    expect((await ask([variant_id, 'variant_gone'])).body).toMatchObject({ closed_seller_ids: [] })
    expect((await ask([ids.variant], false)).body).not.toHaveProperty('closed_seller_ids')
    expect(refusal(await ask([variant_id, ids.variant]))[0]).toBe(503)
  })

  it('returns each seller that is inactive, suspended, deleted or unknown once', async () => {
    sellers = await startSellers({}, shop.servers)
    const goods = [ids.variant, ids.second_variant, ids.foreign_variant]
    expect((await ask(goods)).body.closed_seller_ids).toEqual(expect.arrayContaining([ids.seller, ids.foreign_seller]))
    await insertMissing(sellers.db, { sellers: seededSellers })
    const changes = [
      [{ store_status: 'SUSPENDED' }, [ids.seller]],
      [{ store_status: 'INACTIVE' }, [ids.seller]],
      [{ store_status: 'ACTIVE' }, []],
      [{ deleted_at: '2026-03-01T00:00:00.000Z' }, [ids.seller]],
    ] as const
    for (const [$set, closed] of changes) {
      await sellers.db.collection<{ _id: string }>('sellers').updateOne({ _id: ids.seller }, { $set })
      const { status, body } = await ask(goods)
      expect([status, body.closed_seller_ids], JSON.stringify($set)).toEqual([200, closed])
      expect(findCheckoutFacts.response.strict().safeParse(body).error).toBeUndefined()
    }
  })
})
