import { setTimeout as sleep } from 'node:timers/promises'
import type { MongoClient } from 'mongodb'
import { ids } from '../../seed/ids.ts'
import type { LoadRequest } from '../client.ts'
import type { Outcome } from '../load.ts'
import type { Prepared } from '../prepared.ts'
import { callersOf, JSON_BODY, type Preparing, prepare, prepareAll, readAll } from './callers.ts'
import { type CheckoutShop, makeCheckoutShop } from './checkout-shop.ts'
import { findCheckouts } from './found-checkouts.ts'
import { makeCards, putCard } from './gift-cards.ts'
import type { Part, Verification } from './part.ts'
import type { Race } from './race.ts'
import { verifyCheckouts } from './verify-checkouts.ts'

/** A cart's goods are of two owners, so it becomes two orders. */
const ORDERS_EACH = 2
/** Of a hundred carts so many can be served from stock, and so many of those with the promotion may use it. */
const IN_STOCK = 0.5
const PROMOTED = 0.6
/** Carts that share a gift card, and what it is worth, in euros: enough for half of them. */
const CARTS_PER_CARD = 6
const CARD_VALUE = 120
const ADDRESS = { first_name: 'Ann', address_1: 'Quay 1', city: 'Kiel', country_code: 'de', postal_code: '24103' }
/** A checkout that was taken over may be retried for a minute, and stock that one left is looked for each half minute. */
const QUIET_TIMEOUT_MS = 180_000

/**
 * Carts that become orders: each takes one of the scarce goods, half of them use a limited promotion, half are paid with a gift
 * card that several carts share.
 * @param count how many
 */
async function payableCarts(preparing: Preparing, mongo: MongoClient, count: number, signal: AbortSignal) {
  const half = Math.ceil(count / 2)
  const shop = await makeCheckoutShop(preparing, {
    stock: Math.ceil(count * IN_STOCK),
    limit: Math.ceil(half * PROMOTED),
  })
  const codes = await makeCards(mongo, Math.ceil(half / CARTS_PER_CARD), CARD_VALUE)
  const carts = await prepareAll(count, (n) => {
    const code = n % 4 >= 2 ? codes[n % codes.length] : undefined
    return makePayableCart(preparing, shop, { isPromoted: n % 2 === 1, code })
  })
  const { store } = callersOf(preparing.instance)
  const complete = (cart: string): LoadRequest => ({
    operation: 'cart.complete-cart',
    method: 'POST',
    path: `/store/carts/${cart}/complete?fields=id`,
    headers: store,
    expected: 200,
    effect: { aggregate: cart, token: cart },
    shows: ordersIn,
  })
  async function verify(outcomes: readonly Outcome[]): Promise<Verification> {
    const verifiedNow = async () => {
      const { found, is_quiet } = await findCheckouts(mongo, shop, carts, codes)
      const verified = verifyCheckouts(found, outcomes, ORDERS_EACH)
      return { found, verified, isDone: is_quiet && verified.problems.length === 0 }
    }
    const deadline = Date.now() + QUIET_TIMEOUT_MS
    let now = await verifiedNow()
    while (!now.isDone && Date.now() < deadline) {
      await sleep(1000, undefined, { signal })
      now = await verifiedNow()
    }
    const { found, verified } = now
    const completed = found.carts.filter(({ is_completed }) => is_completed).map(({ id }) => id)
    const again = await readAll<CompletedCart>(preparing, completed.map(complete))
    const problems = completed.flatMap((cart, n) => {
      const placed = found.orders.filter(({ cart_id }) => cart_id === cart).map(({ id }) => id)
      const told = orderIdsOf(again[n]!)
      return isSameSet(told, placed) ? [] : [`${cart} became ${placed}, and answers ${told} when completed again`]
    })
    return { ...verified, problems: [...verified.problems, ...problems] }
  }
  /** The request that completes one of them. */
  const completeNth = (n: number) => complete(carts[n % count]!)
  return { completeNth, verify }
}

/**
 * Each cart is completed by several requests in a row, as by clients that got no answer, or clicked twice.
 * @param requests how many there will be, and how many of them for each cart
 */
export async function checkouts(
  preparing: Preparing,
  mongo: MongoClient,
  requests: { all: number; each: number },
  signal: AbortSignal,
): Promise<Part> {
  const { completeNth, verify } = await payableCarts(preparing, mongo, Math.ceil(requests.all / requests.each) + 1, signal)
  let sent = 0
  return { next: () => completeNth(Math.floor(sent++ / requests.each)), verify }
}

const RACING_CARTS = 16
const RACES_EACH = 6
const WARMING_CARTS = 200

/**
 * So many carts at a time, each of which is completed by all clients that share it. Others were completed before: a fresh process
 * is slow at what it does for the first time.
 */
export async function checkoutRace({ instance, client, mongo }: Prepared, signal: AbortSignal): Promise<Race> {
  const preparing = { instance, client }
  const first = await payableCarts(preparing, mongo, WARMING_CARTS, signal)
  await prepareAll(WARMING_CARTS, (n) => client.send(instance.dev.base_url, first.completeNth(n)))
  const { completeNth, verify } = await payableCarts(preparing, mongo, RACING_CARTS * RACES_EACH, signal)
  return {
    *each(n) {
      for (let round = 0; round < RACES_EACH; round++) yield completeNth((n % RACING_CARTS) + round * RACING_CARTS)
    },
    verify,
  }
}

interface CompletedCart {
  /** Absent if the payment was refused: then the cart is answered. */
  order_set?: { orders: { id: string }[] }
}

const orderIdsOf = ({ order_set }: CompletedCart) => (order_set?.orders ?? []).map(({ id }) => id)
const ordersIn = (text: string) => orderIdsOf(JSON.parse(text) as CompletedCart)
const isSameSet = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((id) => right.includes(id))

/** A guest's cart that lacks nothing. @returns its id */
async function makePayableCart(
  preparing: Preparing,
  shop: CheckoutShop,
  { isPromoted, code }: { isPromoted: boolean; code: string | undefined },
): Promise<string> {
  const { dev } = preparing.instance
  const { store } = callersOf(preparing.instance)
  async function send<T>(path: string, body: object): Promise<T> {
    const headers = { ...store, ...JSON_BODY }
    const request: LoadRequest = { operation: path, method: 'POST', path, headers, body: JSON.stringify(body), expected: 200 }
    return (await prepare<T>(preparing, request)).body
  }
  const { cart } = await send<{ cart: { id: string } }>('/store/carts', {
    ...{ region_id: dev.region_id, email: 'guest@souk.example', shipping_address: ADDRESS },
    items: [
      { variant_id: shop.scarce_variant_id, quantity: 1 },
      { variant_id: shop.other_variant_id, quantity: 2 },
    ],
    ...(isPromoted && { promo_codes: [shop.promotion_code] }),
  })
  await send(`/store/carts/${cart.id}/shipping-methods`, { option_id: ids.shipping_option })
  if (code !== undefined) await prepare(preparing, putCard(cart.id, code, store))
  const { payment_collection } = await send<{ payment_collection: { id: string } }>('/store/payment-collections', {
    cart_id: cart.id,
  })
  await send(`/store/payment-collections/${payment_collection.id}/payment-sessions`, { provider_id: 'pp_system_default' })
  return cart.id
}
