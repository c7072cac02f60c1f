import { randomBytes } from 'node:crypto'
import type { Cart } from '@souk/contracts'
import type { MongoClient } from 'mongodb'
import { cardInEuros } from '../../seed/gift-cards.ts'
import { insertMissing } from '../../seed/insert-missing.ts'
import type { LoadRequest } from '../client.ts'
import { callersOf, JSON_BODY, type Preparing, prepare, prepareAll, readAll } from './callers.ts'
import { cartProblems } from './money.ts'
import { NOTHING_WRITTEN, type Part } from './part.ts'
import type { Counts } from './revisions.ts'
import { type Found, verifyEffects } from './verify-effects.ts'

/** Of each card, in units of the currency. */
export const CARD_VALUE = 1
const REMOVE = 'cart.remove-gift-card'

interface CartDocument {
  _id: string
  revision: number
  event_seq: number
  gift_cards: { code: string }[]
}

/** Carts made over HTTP, and cards that are only in the database yet. */
export async function makeCarts(preparing: Preparing, count: number): Promise<string[]> {
  const { dev } = preparing.instance
  const headers = { ...callersOf(preparing.instance).store, ...JSON_BODY }
  const items = [{ variant_id: dev.seller.variant_id, quantity: 10 }]
  const body = JSON.stringify({ region_id: dev.region_id, items })
  const request: LoadRequest = {
    operation: 'cart.create-cart',
    method: 'POST',
    path: '/store/carts',
    headers,
    body,
    expected: 200,
  }
  return prepareAll(count, async () => (await prepare<{ cart: { id: string } }>(preparing, request)).body.cart.id)
}

/** Gift cards, by default of one euro each. @returns their codes */
export async function makeCards(mongo: MongoClient, count: number, value = CARD_VALUE): Promise<string[]> {
  const run = randomBytes(4).toString('hex').toUpperCase()
  return prepareAll(count, async (n) => {
    const code = `FAULTS-${run}-${n}`
    const card = cardInEuros(`gcard_${run}${n}`, code, value)
    await insertMissing(mongo.db('souk_cart'), { gift_cards: [card] })
    return code
  })
}

export const putCard = (cart: string, code: string, headers: Record<string, string>): LoadRequest => ({
  operation: 'cart.add-gift-card',
  method: 'POST',
  path: `/store/carts/${cart}/gift-cards`,
  headers: { ...headers, ...JSON_BODY },
  body: JSON.stringify({ code }),
  expected: 200,
})

export const takeCard = (cart: string, code: string, headers: Record<string, string>): LoadRequest => ({
  ...putCard(cart, code, headers),
  operation: REMOVE,
  method: 'DELETE',
  effect: { aggregate: cart, token: code },
})

export const readCart = (cart: string, headers: Record<string, string>): LoadRequest => ({
  operation: 'cart.get-cart',
  method: 'GET',
  path: `/store/carts/${cart}`,
  headers,
  expected: 200,
  reads: cart,
})

const CARDS_EACH = 5

/** Carts with cards on them, which are taken off one by one: each removal happens once at the most, and shows. */
export async function removedCards(preparing: Preparing, mongo: MongoClient, removals: number): Promise<Part & { reads: Part }> {
  const { store } = callersOf(preparing.instance)
  const carts = await makeCarts(preparing, Math.ceil(removals / CARDS_EACH))
  const codes = await makeCards(mongo, carts.length * CARDS_EACH)
  const codesOf = (n: number) => codes.slice(n * CARDS_EACH, (n + 1) * CARDS_EACH)
  const before = new Map<string, Counts>()
  await prepareAll(carts.length, async (n) => {
    for (const code of codesOf(n)) {
      const { revision = 0 } = await prepare(preparing, putCard(carts[n]!, code, store))
      before.set(carts[n]!, { revision, event_seq: revision }) // its creation was the first of both
    }
  })
  let taken = 0
  let read = 0

  return {
    next() {
      const n = taken % carts.length
      const code = codesOf(n)[Math.floor(taken++ / carts.length)]
      if (code === undefined) throw new Error('no gift card is left to be removed')
      return takeCard(carts[n]!, code, store)
    },
    async verify(outcomes) {
      const documents = await mongo
        .db('souk_cart')
        .collection<CartDocument>('carts')
        .find({ _id: { $in: carts } }, { projection: { revision: 1, event_seq: 1, 'gift_cards.code': 1 } })
        .toArray()
      const after = new Map<string, Found>(
        documents.map(({ _id, revision, event_seq, gift_cards }) => {
          const left = new Set(gift_cards.map(({ code }) => code))
          const gone = codesOf(carts.indexOf(_id)).filter((code) => !left.has(code))
          return [_id, { revision, event_seq, tokens: new Map(gone.map((code) => [code, 1])) }]
        }),
      )
      const verified = verifyEffects(before, after, outcomes)
      const shown = await readAll<{ cart: Cart }>(
        preparing,
        carts.map((cart) => readCart(cart, store)),
      )
      return { ...verified, problems: [...verified.problems, ...shown.flatMap(({ cart }) => cartProblems(cart, CARD_VALUE))] }
    },
    /** The same carts, read. */
    reads: {
      next() {
        return readCart(carts[read++ % carts.length]!, store)
      },
      verify: async () => NOTHING_WRITTEN,
    },
  }
}
