import { randomUUID } from 'node:crypto'
import { createPriceListPrice as contract } from '@souk/contracts'
import { fingerprintOf, parseOpId } from '@souk/runtime'
import type { Binary, MongoClient } from 'mongodb'
import type { LoadRequest } from '../client.ts'
import type { Outcome } from '../load.ts'
import type { Prepared } from '../prepared.ts'
import { callersOf, JSON_BODY } from './callers.ts'
import { makePriceLists } from './prices.ts'
import type { Race } from './race.ts'
import { type FoundPrice, verifySamePrice } from './verify-same-price.ts'

/** With 64 clients fewer than the 1,000 keyed requests that a record remembers. */
const AMOUNTS_EACH = 15
const READS_EVERY = 5

interface PriceDocument {
  price_list_id: string
  amount: number
  revision: number
  event_seq: number
  recent_ops: { op: Binary; rev: number; refused?: true }[]
}

interface KeptRequest {
  op_id: string
  fingerprint: string
}

/**
 * Every client sets the one price of a list, again and again, each time to an amount that nobody else sets it to, and looks at
 * it now and then. The requests have a key: so it can be told afterwards which revision of the price belongs to which of them.
 */
export async function samePriceRace({ instance, client, mongo }: Prepared): Promise<Race> {
  const { dev } = instance
  const headers = { ...callersOf(instance).seller, ...JSON_BODY }
  const [list] = (await makePriceLists({ instance, client }, 1)) as [string]
  const read: LoadRequest = {
    operation: 'pricing.get-price-list',
    method: 'GET',
    path: `/vendor/price-lists/${list}`,
    headers,
    expected: 200,
    reads: list,
    shows: amountsIn,
  }

  function* each(n: number): Iterable<LoadRequest> {
    for (let turn = 0; turn < AMOUNTS_EACH; turn++) {
      const amount = n * AMOUNTS_EACH + turn + 1
      yield {
        operation: 'pricing.create-price-list-price',
        method: 'POST',
        path: `/vendor/price-lists/${list}/prices`,
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body: JSON.stringify({ variant_id: dev.seller.variant_id, currency_code: dev.gift_card.currency_code, amount }),
        expected: 201,
        effect: { aggregate: `price of ${list}`, token: String(amount) },
      }
      if (turn % READS_EVERY === 0) yield read
    }
  }
  return { each, verify: async (outcomes) => verifySamePrice(await foundPrices(mongo, list, outcomes), outcomes) }
}

/**
 * The prices of a list, each with the amounts that its revisions gave it: requests are known by their fingerprints, and by
 * those their ops.
 */
async function foundPrices(mongo: MongoClient, list: string, outcomes: readonly Outcome[]): Promise<FoundPrice[]> {
  const pricing = mongo.db('souk_pricing')
  const amounts = new Map(
    outcomes
      .filter(({ request }) => request.effect)
      .map(({ request: { body = '', effect } }) => [
        fingerprintOf(contract, { params: { id: list }, query: '' }, Buffer.from(body)),
        effect!.token,
      ]),
  )
  const tokens = new Map<string, string | undefined>()
  for await (const { op_id, fingerprint } of pricing.collection<KeptRequest>('idempotency').find())
    tokens.set(parseOpId(op_id)!.bytes.toString('hex'), amounts.get(fingerprint))
  const prices = await pricing.collection<PriceDocument>('prices').find({ price_list_id: list }).toArray()
  return prices.map(({ amount, revision, event_seq, recent_ops }) => ({
    amount: String(amount),
    revision,
    event_seq,
    applied: recent_ops
      .filter(({ refused }) => !refused)
      .map(({ op, rev }) => ({ revision: rev, token: tokens.get(Buffer.from(op.buffer).toString('hex')) })),
  }))
}

/** Of the one price that a list has. */
function amountsIn(text: string): string[] {
  const { price_list } = JSON.parse(text) as { price_list?: { prices: { amount: number }[] } }
  return (price_list?.prices ?? []).map(({ amount }) => String(amount))
}
