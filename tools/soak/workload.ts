import type { MongoClient } from 'mongodb'
import type { LoadRequest } from '../faults/client.ts'
import { callersOf, JSON_BODY, type Preparing } from '../faults/workload/callers.ts'
import { makeCards, makeCarts, putCard, takeCard } from '../faults/workload/gift-cards.ts'
import { makePriceLists } from '../faults/workload/prices.ts'
import { quietReads } from '../faults/workload/reads.ts'
import type { Step } from './open-loop.ts'
import { rotatingEdits } from './rotating-edits.ts'

const CARTS = 200
const LISTS = 30
const PRICES_EACH = 20
const nothing = () => {}

/**
 * The five operations and get cart in turn, on records that stay as large as they are: cards go on carts and off again, the same
 * prices are set again and again, orders with long edits make room for fresh ones.
 */
export async function steadyLoad(preparing: Preparing, mongo: MongoClient): Promise<() => Step> {
  const reads = quietReads(preparing.instance).map((part) => (): Step => ({ request: part.next(), done: nothing }))
  const carts = await turningCards(preparing, mongo)
  const edits = await rotatingEdits(preparing, mongo)
  const parts = [await samePrices(preparing), carts.write, edits, carts.read, ...reads]
  let n = 0
  return () => parts[n++ % parts.length]!() ?? carts.read()
}

/** Each cart has a card of its own that is put on and taken off, one request after the other. */
async function turningCards(preparing: Preparing, mongo: MongoClient) {
  const { store } = callersOf(preparing.instance)
  const ids = await makeCarts(preparing, CARTS)
  const codes = await makeCards(mongo, CARTS)
  const free = ids.map((id, n) => ({ id, code: codes[n]!, isOn: false }))
  let read = 0
  return {
    /** @returns undefined while every cart waits for an answer */
    write(): Step | undefined {
      const cart = free.shift()
      if (!cart) return undefined
      const { effect: _effect, ...request } = (cart.isOn ? takeCard : putCard)(cart.id, cart.code, store)
      return {
        request,
        done(succeeded) {
          if (succeeded) cart.isOn = !cart.isOn
          free.push(cart)
        },
      }
    },
    read(): Step {
      const path = `/store/carts/${ids[read++ % ids.length]}`
      return { request: { operation: 'cart.get-cart', method: 'GET', path, headers: store, expected: 200 }, done: nothing }
    },
  }
}

/** The same prices of the same lists, each time with another amount. */
async function samePrices(preparing: Preparing): Promise<() => Step> {
  const { dev } = preparing.instance
  const headers = { ...callersOf(preparing.instance).seller, ...JSON_BODY }
  const lists = await makePriceLists(preparing, LISTS)
  let n = 0
  return () => {
    const turn = ++n
    const price = {
      variant_id: dev.seller.variant_id,
      currency_code: dev.gift_card.currency_code,
      amount: 1 + (turn % 997),
      min_quantity: 1 + (Math.floor(turn / LISTS) % PRICES_EACH),
    }
    const request: LoadRequest = {
      operation: 'pricing.create-price-list-price',
      method: 'POST',
      path: `/vendor/price-lists/${lists[turn % LISTS]}/prices`,
      headers,
      body: JSON.stringify(price),
      expected: 201,
    }
    return { request, done: nothing }
  }
}
