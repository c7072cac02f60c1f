import type { MongoClient } from 'mongodb'
import type { LoadRequest } from '../client.ts'
import { callersOf, JSON_BODY, type Preparing, prepare, prepareAll } from './callers.ts'
import { NOTHING_WRITTEN, type Part } from './part.ts'
import { type Found, verifyEffects } from './verify-effects.ts'

interface PriceDocument {
  _id: string
  price_list_id: string
  min_quantity: number
  amount: number
  revision: number
  event_seq: number
}

/** Price lists made over HTTP. @returns their ids */
export function makePriceLists(preparing: Preparing, count: number): Promise<string[]> {
  const headers = { ...callersOf(preparing.instance).seller, ...JSON_BODY }
  return prepareAll(count, async (n) => {
    const body = JSON.stringify({ title: `Faults ${n}` })
    const common = { method: 'POST', path: '/vendor/price-lists', headers, body, expected: 201 } as const
    const request: LoadRequest = { operation: 'pricing.create-price-list', ...common }
    return (await prepare<{ price_list: { id: string } }>(preparing, request)).body.price_list.id
  })
}

/** Prices added to price lists in turn, each with a quantity of its own: every one is another price, with that amount. */
export async function addedPrices(
  preparing: Preparing,
  mongo: MongoClient,
  { lists = 30, query = '' } = {},
): Promise<Part & { lists: string[]; reads: Part }> {
  const { dev } = preparing.instance
  const headers = { ...callersOf(preparing.instance).seller, ...JSON_BODY }
  const operation = 'pricing.create-price-list-price'
  const ids = await makePriceLists(preparing, lists)
  let made = 0
  let read = 0

  return {
    lists: ids,
    next() {
      const min_quantity = ++made
      const list = ids[made % ids.length]!
      const body = {
        variant_id: dev.seller.variant_id,
        currency_code: dev.gift_card.currency_code,
        amount: min_quantity,
        min_quantity,
      }
      return {
        operation,
        method: 'POST',
        path: `/vendor/price-lists/${list}/prices${query}`,
        headers,
        body: JSON.stringify(body),
        expected: 201,
        effect: { aggregate: `${list} ${min_quantity}`, token: String(min_quantity), shown_in: list },
        ...(query === '' && { reads: list, shows: quantities }),
      }
    },
    /** The same lists, read. */
    reads: {
      next() {
        const list = ids[read++ % ids.length]!
        const path = `/vendor/price-lists/${list}`
        const common = { operation: 'pricing.get-price-list', method: 'GET', headers, expected: 200 } as const
        return { ...common, path, reads: list, shows: quantities }
      },
      verify: async () => NOTHING_WRITTEN,
    },
    async verify(outcomes) {
      const documents = await mongo
        .db('souk_pricing')
        .collection<PriceDocument>('prices')
        .find(
          { price_list_id: { $in: ids } },
          { projection: { price_list_id: 1, min_quantity: 1, amount: 1, revision: 1, event_seq: 1 } },
        )
        .toArray()
      const own = outcomes.filter(({ request }) => request.operation === operation && request.effect)
      const names = own.map(({ request }) => request.effect!.aggregate)
      const before = new Map(names.map((name) => [name, { revision: 0, event_seq: 0 }]))
      const after = new Map<string, Found>(names.map((name) => [name, { revision: 0, event_seq: 0, tokens: new Map() }]))
      const problems: string[] = []
      const seen = new Set<string>()
      for (const { price_list_id, min_quantity, amount, revision, event_seq } of documents) {
        const name = `${price_list_id} ${min_quantity}`
        if (seen.has(name)) problems.push(`${name} is there as two prices`)
        seen.add(name)
        if (!after.has(name)) problems.push(`${name} was never asked for`)
        after.set(name, { revision, event_seq, tokens: new Map([[String(amount), 1]]) })
      }
      const verified = verifyEffects(before, after, own)
      return { ...verified, doubled: verified.doubled + problems.length, problems: [...problems, ...verified.problems] }
    },
  }
}

/** Each price is known by its quantity. */
const quantities = (text: string): string[] =>
  (JSON.parse(text) as { price_list: { prices: { min_quantity: number }[] } }).price_list.prices.map(({ min_quantity }) =>
    String(min_quantity),
  )
