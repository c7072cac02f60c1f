import { setTimeout as sleep } from 'node:timers/promises'
import type { MongoClient } from 'mongodb'
import type { LoadRequest } from '../client.ts'
import type { Outcome } from '../load.ts'
import type { Prepared } from '../prepared.ts'
import { callersOf, type Preparing, prepareAll, readAll } from './callers.ts'
import { makeCheckoutShop } from './checkout-shop.ts'
import { findCheckouts } from './found-checkouts.ts'
import { makeCards } from './gift-cards.ts'
import type { Part, Verification } from './part.ts'
import { makePayableCart } from './payable-cart.ts'
import type { Race } from './race.ts'
import { verifyCheckouts } from './verify-checkouts.ts'

/** A cart's goods are of two owners, so it becomes two orders. */
const ORDERS_EACH = 2
/** The share of the carts that can be served from stock, and the share of those with the promotion that may use it. */
const IN_STOCK = 0.5
const PROMOTED = 0.6
/** Cards for each cart that is paid with two, and what one is worth, in euros: a cart of 42 needs both, which others use, too. */
const CARDS_EACH = 0.7
const CARD_VALUE = 30
const COMPLETE = 'cart.complete-cart'
/** A checkout that was taken over may be retried for a minute, and stock that one left is looked for each half minute. */
const QUIET_TIMEOUT_MS = 180_000

/**
 * Carts that become orders: each takes one of the scarce goods, half of them use a limited promotion, half are paid with two gift
 * cards, of which there are not enough.
 * @param count how many
 */
async function payableCarts(preparing: Preparing, mongo: MongoClient, count: number, signal: AbortSignal) {
  const half = Math.ceil(count / 2)
  const shop = await makeCheckoutShop(preparing, {
    stock: Math.ceil(count * IN_STOCK),
    limit: Math.ceil(half * PROMOTED),
  })
  const codes = await makeCards(mongo, Math.ceil(half * CARDS_EACH), CARD_VALUE)
  const neighbours = (n: number) => [n, n + 1].map((nth) => codes[nth % codes.length]!)
  const carts = await prepareAll(count, (n) =>
    makePayableCart(preparing, shop, { isPromoted: n % 2 === 1, codes: n % 4 >= 2 ? neighbours(n) : [] }),
  )
  const { store } = callersOf(preparing.instance)
  const complete = (cart: string): LoadRequest => ({
    operation: COMPLETE,
    method: 'POST',
    path: `/store/carts/${cart}/complete?fields=id`,
    headers: store,
    expected: 200,
    effect: { aggregate: cart, token: cart },
    shows: ordersIn,
  })

  async function verify(outcomes: readonly Outcome[]): Promise<Verification> {
    const verifiedNow = async () => {
      const found = await findCheckouts(mongo, shop, carts, codes)
      return { found, verified: verifyCheckouts(found, outcomes, ORDERS_EACH) }
    }
    const deadline = Date.now() + QUIET_TIMEOUT_MS
    let now = await verifiedNow()
    while (now.verified.problems.length > 0 && Date.now() < deadline) {
      await sleep(1000, undefined, { signal })
      now = await verifiedNow()
    }
    const { found, verified } = now
    const completed = found.carts.filter(({ isCompleted }) => isCompleted).map(({ id }) => id)
    const again = await readAll<CompletedCart>(preparing, completed.map(complete))
    const problems = completed.flatMap((cart, n) => {
      const placed = found.orders.filter(({ cart_id }) => cart_id === cart).map(({ id }) => id)
      const answered = orderIdsOf(again[n]!)
      return isSameSet(answered, placed) ? [] : [`${cart} became ${placed}, and answers ${answered} when completed again`]
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
export async function completedCarts(
  preparing: Preparing,
  mongo: MongoClient,
  requests: { all: number; each: number },
  signal: AbortSignal,
): Promise<Part> {
  const { completeNth, verify } = await payableCarts(preparing, mongo, Math.ceil(requests.all / requests.each) + 1, signal)
  let sent = 0
  return { next: () => completeNth(Math.floor(sent++ / requests.each)), verify }
}

/** Refused as some must be: goods, promotion and cards are made for fewer carts than there are. */
export const isSoldOut = ({ status, request }: Outcome): boolean => status === 400 && request.operation === COMPLETE

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
