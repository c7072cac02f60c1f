import { randomUUID } from 'node:crypto'
import {
  completeCart,
  createInventoryItem,
  createProduct,
  createStockLocation,
  getCart,
  getInventoryItem,
  manageStockLocationSalesChannels,
} from '@souk/contracts'
import { createLogger, mintOpId, ownEnvelope, parseOpId } from '@souk/runtime'
import { plansOf } from '@souk/runtime/testing'
import { Decimal128 } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ids } from '../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../tools/seed/insert-missing.ts'
import { aCard, aPayableCart, sentBy } from '../../test/builders.ts'
import { ADMIN, type CartUnderTest, GUEST, MARKET_OPTION, startCart } from '../../test/service.ts'
import { UNPAYABLE, UNPAYABLE_REGION } from '../../test/unpayable.ts'
import type { CartRecord } from '../domain/carts/cart.ts'
import { claimCheckout } from '../operations/checkout/claim-checkout.ts'
import { type CheckoutDeps, runCheckout } from '../operations/checkout/run-checkout.ts'
import { resumeCheckouts } from './resume-checkouts.ts'

const AS_ADMIN = { actor: ADMIN }
const STOCK = 1000
let service: CartUnderTest
let variant_id: string
let item: string
beforeAll(async () => {
  service = await startCart()
  const { pricing } = service
  await insertMissing(pricing.db, { regions: [UNPAYABLE_REGION] })
  const { stock_location } = await pricing.call(createStockLocation, { body: { name: 'Checkouts' }, ...AS_ADMIN })
  const params = { id: stock_location.id }
  await pricing.call(manageStockLocationSalesChannels, { params, body: { add: [ids.sales_channel] }, ...AS_ADMIN })
  const location_levels = [{ location_id: stock_location.id, stocked_quantity: STOCK }]
  const { inventory_item } = await pricing.call(createInventoryItem, { body: { location_levels }, ...AS_ADMIN })
  item = inventory_item.id
  const inventory_items = [{ inventory_item_id: item }]
  const variant = { title: 'One', options: { Size: 'One' }, prices: [], manage_inventory: true, inventory_items }
  const { product } = await pricing.call(createProduct, {
    body: {
      title: 'Thing',
      status: 'published',
      shipping_profile_id: 'sp_01SEED00000000000000000001',
      options: [{ title: 'Size', values: ['One'] }],
      variants: [variant],
    },
    ...AS_ADMIN,
  })
  variant_id = product.variants![0]!.id
})
afterAll(() => service.stop())

const held = async () => {
  const { inventory_item } = await service.pricing.call(getInventoryItem, { params: { id: item }, ...AS_ADMIN })
  return (inventory_item as { reserved_quantity: number }).reserved_quantity
}
const stored = async (id: string) => (await service.db.collection('carts').findOne({ _id: id as never }))!
const ordersOf = (cart_id: string) => service.orders.db.collection('orders').countDocuments({ 'items.cart_id': cart_id })
const setBalance = (code: string, amount: string) => {
  const change = { $set: { balance: Decimal128.fromString(amount) }, $inc: { revision: 1 } }
  return service.db.collection('gift_cards').updateOne({ code }, change)
}
const balance = async (code: string) => Number((await service.db.collection('gift_cards').findOne({ code }))!.balance)

let made = 0
/** A cart of 30 euros, paid in part by cards of 7 and 4 euros. `short`: the second card holds only 2 of its 4 euros by now. */
async function aCartWithCards({ short = false } = {}) {
  const n = ++made
  const [one, two] = [aCard({ code: `SEVEN-${n}`, value: 7 }), aCard({ code: `FOUR-${n}`, value: 4 })]
  const cart = sentBy(MARKET_OPTION, aPayableCart({}, { cards: [one, two], lines_with: [{ variant_id }] }))
  const present = short ? aCard({ code: two.code, value: 2 }) : two
  await insertMissing(service.db, { carts: [cart], gift_cards: [one, { ...present, id: two.id }] })
  return { cart, codes: [one.code, two.code] as const }
}

/** The dependencies of a checkout that freezes at one of its effects (counted from 1) until woken; failed effects count, too. */
function freezing(at: number, when: Moment['when']) {
  let effects = 0
  let wake = () => {}
  const sleep = new Promise<void>((resolve) => {
    wake = resolve
  })
  let fallAsleep = () => {}
  const asleep = new Promise<void>((resolve) => {
    fallAsleep = resolve
  })
  const frozen = () => {
    fallAsleep()
    return sleep
  }
  function counted<Args extends unknown[], R>(work: (...args: Args) => Promise<R>) {
    return async (...args: Args): Promise<R> => {
      const effect = ++effects
      if (effect === at && when === 'before') await frozen()
      try {
        return await work(...args)
      } finally {
        if (effect === at && when === 'after') await frozen()
      }
    }
  }
  const { carts, giftCards, storeCreditAccounts, bus } = service.deps
  const deps = {
    carts: { ...carts, aggregates: { ...carts.aggregates, execute: counted(carts.aggregates.execute as never) } },
    giftCards: { ...giftCards, update: counted(giftCards.update) },
    storeCreditAccounts,
    bus: { call: counted(bus.call as never), takes: bus.takes },
  } as unknown as CheckoutDeps
  return { deps, wake, asleep, effects: () => effects }
}

async function claim(cart: CartRecord, runner: string) {
  const deadline = Date.now() + 30_000
  const op = parseOpId(mintOpId(Date.now()))!
  const command = { op, deadline, fate: { is: 'open' as const }, onWait: () => {} }
  const request = { params: { id: cart.id }, actor: GUEST, command, passOn: () => ownEnvelope('cart', 30_000) }
  return claimCheckout(request as never, runner, service.deps)
}

/** Expires the lease as if the runner had long been silent, so that the frozen run wakes before its own deadline has passed. */
const lapse = (id: string) => {
  const running = { _id: id as never, 'checkout.lease_until': { $type: 'number' } } as object
  return service.db.collection('carts').updateOne(running, { $set: { 'checkout.lease_until': 0 }, $inc: { revision: 1 } })
}

interface Moment {
  /** The number of an effect, counted from 1. */
  at: number
  when: 'before' | 'after'
}

/** All moments at which a run of such a checkout can freeze. */
async function momentsOf({ cart }: { cart: CartRecord }): Promise<Moment[]> {
  const { deps, effects } = freezing(0, 'before') // never freezes
  const runner = randomUUID()
  await runCheckout(await vi.waitFor(() => claim(cart, runner)), runner, deps)
  expect(effects()).toBeGreaterThan(2)
  return Array.from({ length: effects() }, (_, n) => n + 1).flatMap<Moment>((at) => [
    { at, when: 'before' },
    { at, when: 'after' },
  ])
}

/** Runs a checkout that freezes at this moment; the service's sweep then ends it. @returns the run, and whether it froze */
async function runFrozen(cart: CartRecord, { at, when }: Moment) {
  const frozen = freezing(at, when)
  const runner = randomUUID()
  const claimed = await vi.waitFor(() => claim(cart, runner))
  const run = runCheckout(claimed, runner, frozen.deps).then(
    () => {},
    () => {}, // another runner ends it
  )
  const isFrozen = await Promise.race([frozen.asleep.then(() => true), run.then(() => false)])
  await lapse(cart.id)
  return { wake: frozen.wake, run, isFrozen }
}

const ended = (id: string) =>
  expect.poll(async () => ((await stored(id)).checkout?.lease_until ?? null) === null, { interval: 200 }).toBe(true)

/** A cart without cards. Unless it is payable, its provider is a foreign one, which authorizes no payment. */
async function aCartWithoutCards({ payable = true } = {}) {
  const cart = sentBy(MARKET_OPTION, aPayableCart({}, { lines_with: [{ variant_id }] }))
  await insertMissing(service.db, { carts: [cart] })
  if (!payable) await service.db.collection('carts').updateOne({ _id: cart.id as never }, { $set: UNPAYABLE })
  return { cart }
}

/** Tries per moment: on a busy machine, a run may lack the time for its steps and end before it freezes. */
const MAX_TOO_SLOW = 3

/** Freezes one checkout at each of the moments. `others`: how many were too slow to freeze, and completed anyway. */
async function freezeAll<Made extends { cart: CartRecord }>(moments: readonly Moment[], make: () => Promise<Made>) {
  const all: (Made & Moment & Awaited<ReturnType<typeof runFrozen>>)[] = []
  for (const moment of moments) {
    const isFrozen = async () => {
      const made = await make()
      all.push({ ...made, ...moment, ...(await runFrozen(made.cart, moment)) })
      return all.at(-1)!.isFrozen
    }
    for (let slow = 1; !(await isFrozen()); slow++) expect(slow, JSON.stringify(moment)).toBeLessThan(MAX_TOO_SLOW)
  }
  await Promise.all(all.map(({ cart }) => ended(cart.id)))
  const slow = await Promise.all(all.filter(({ isFrozen }) => !isFrozen).map(({ cart }) => stored(cart.id)))
  const others = slow.filter(({ completed_at }) => completed_at !== null).length
  return { checkouts: all.filter(({ isFrozen }) => isFrozen), others }
}

/** Wakes all frozen runs, and waits until they have ended. */
async function wakeAll(checkouts: readonly Pick<Awaited<ReturnType<typeof runFrozen>>, 'wake' | 'run'>[]) {
  for (const { wake } of checkouts) wake()
  await Promise.all(checkouts.map(({ run }) => run))
}

describe('a checkout whose runner freezes', () => {
  it('is finished by another runner from any step; the frozen one changes nothing when it wakes', async () => {
    const moments = await momentsOf(await aCartWithCards())
    const before = await held()
    const { checkouts, others } = await freezeAll(moments, aCartWithCards)

    async function assertDone() {
      for (const { cart, codes, at, when } of checkouts) {
        const { completed_at, refused_checkout = null } = await stored(cart.id)
        const about = JSON.stringify([at, when, refused_checkout])
        expect(completed_at, about).toEqual(expect.any(String))
        expect(await ordersOf(cart.id), about).toBe(1)
        expect([await balance(codes[0]), await balance(codes[1])], about).toEqual([0, 0])
      }
      expect(await held()).toBe(before + others + checkouts.length)
    }
    await assertDone()
    await wakeAll(checkouts)
    await assertDone()
  })

  it('is undone when a card falls short; the frozen one changes nothing when it wakes', async () => {
    const aShortCart = () => aCartWithCards({ short: true })
    const moments = await momentsOf(await aShortCart())
    const before = await held()
    const { checkouts } = await freezeAll(moments, aShortCart)

    async function assertUndone(second: number) {
      for (const { cart, codes, at, when } of checkouts) {
        const about = JSON.stringify([at, when])
        expect(await stored(cart.id), about).toMatchObject({ completed_at: null, checkout: null })
        expect(await ordersOf(cart.id), about).toBe(0)
        expect([await balance(codes[0]), await balance(codes[1])], about).toEqual([7, second])
      }
      expect(await held()).toBe(before)
    }
    await assertUndone(2)
    // A run that was frozen before this debit would succeed with it now.
    for (const { codes } of checkouts) await setBalance(codes[1], '50')
    await wakeAll(checkouts)
    await assertUndone(50)

    const { cart } = checkouts[0]!
    const again = (await service.store(getCart, { params: { id: cart.id } })).body.cart
    expect(again).toMatchObject({ credit_line_total: 9 })
  })

  it.each([
    { payable: true, orders: 1 },
    { payable: false, orders: 0 },
  ])('is finished with the same outcome when no card is debited: %o', async ({ payable, orders }) => {
    const aCart = () => aCartWithoutCards({ payable })
    const moments = await momentsOf(await aCart())
    const before = await held()
    const { checkouts, others } = await freezeAll(moments, aCart)

    async function assertEnded() {
      for (const { cart, at, when } of checkouts) {
        const { completed_at, refused_checkout = null } = await stored(cart.id)
        const about = JSON.stringify([at, when, refused_checkout])
        expect(completed_at !== null, about).toBe(payable)
        expect(await ordersOf(cart.id), about).toBe(orders)
      }
      expect(await held()).toBe(before + others + checkouts.length * orders)
    }
    await assertEnded()
    await wakeAll(checkouts)
    await assertEnded()
  })

  it('is finished when it was only claimed, as replicas of an earlier version left it', async () => {
    const { cart, codes } = await aCartWithCards()
    const { checkout, checkouts } = await claim(cart, randomUUID())
    expect(checkout).toMatchObject({ state: 'priced' })
    const change = { $set: { checkout: { ...checkout, state: 'claimed', lease_until: 0 }, checkouts }, $inc: { revision: 1 } }
    await service.db.collection('carts').updateOne({ _id: cart.id as never }, change)
    await ended(cart.id)
    expect([await ordersOf(cart.id), await balance(codes[0]), await balance(codes[1])]).toEqual([1, 0, 0])
  })

  it('is also finished by a retry of its client', async () => {
    const { cart } = await aCartWithCards()
    expect(await runFrozen(cart, { at: 1, when: 'before' })).toMatchObject({ isFrozen: true })
    const reply = await service.store(completeCart, { params: { id: cart.id }, deadline: Date.now() + 30_000 })
    expect([reply.status, reply.body.type], reply.text).toEqual([200, 'order'])
    expect(await ordersOf(cart.id)).toBe(1)
  })

  it('is found through an index', async () => {
    const plans = await plansOf(service.db, () => service.deps.carts.listLapsedCheckouts(Date.now(), 20))
    expect(plans.map(({ planSummary }) => planSummary)).toContain('IXSCAN { checkout.lease_until: 1 }')
    expect(plans.map(({ planSummary }) => planSummary)).not.toContain('COLLSCAN')
  })

  it('is finished once, however many replicas sweep', async () => {
    const { cart, codes } = await aCartWithCards()
    expect(await runFrozen(cart, { at: 3, when: 'before' })).toMatchObject({ isFrozen: true })
    const logger = createLogger('cart', 'silent')
    const running = [1, 2, 3].map(() => resumeCheckouts({ ...service.deps, logger, firstAfterMs: 0 }))
    await Promise.all(running.map(({ first }) => first))
    await Promise.all(running.map((one) => one.stop()))
    await ended(cart.id)
    expect([await ordersOf(cart.id), await balance(codes[0])]).toEqual([1, 0])
  })
})
