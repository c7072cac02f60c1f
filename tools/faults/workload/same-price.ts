import type { LoadRequest } from '../client.ts'
import type { Outcome } from '../load.ts'
import type { Prepared } from '../prepared.ts'
import { isSuccess } from '../summary.ts'
import { callersOf, JSON_BODY, prepare } from './callers.ts'
import type { Verification } from './part.ts'
import type { Race } from './race.ts'

const AMOUNTS_EACH = 25

interface PriceDocument {
  _id: string
  amount: number
  revision: number
  event_seq: number
}

/** Every client sets the one price of a list, again and again, each time to an amount that nobody else sets it to. */
export async function samePriceRace({ instance, client, mongo }: Prepared): Promise<Race> {
  const { dev } = instance
  const headers = { ...callersOf(instance).seller, ...JSON_BODY }
  const list: LoadRequest = {
    operation: 'pricing.create-price-list',
    method: 'POST',
    path: '/vendor/price-lists',
    headers,
    body: JSON.stringify({ title: 'Race' }),
    expected: 201,
  }
  const { id } = (await prepare<{ price_list: { id: string } }>({ instance, client }, list)).body.price_list

  function* each(n: number): Iterable<LoadRequest> {
    for (let turn = 0; turn < AMOUNTS_EACH; turn++) {
      const amount = n * AMOUNTS_EACH + turn + 1
      const body = JSON.stringify({ variant_id: dev.seller.variant_id, currency_code: dev.gift_card.currency_code, amount })
      const effect = { aggregate: id, token: String(amount) }
      yield { ...list, operation: 'pricing.create-price-list-price', path: `/vendor/price-lists/${id}/prices`, body, effect }
    }
  }

  async function verify(outcomes: readonly Outcome[]): Promise<Verification> {
    const prices = await mongo
      .db('souk_pricing')
      .collection<PriceDocument>('prices')
      .find({ price_list_id: id } as object)
      .toArray()
    const [price] = prices
    const acknowledged = outcomes.filter(isSuccess)
    const unknown = outcomes.length - acknowledged.length
    const revision = price?.revision ?? 0
    const last = outcomes.find(({ request }) => request.effect?.token === String(price?.amount))
    const later = last && acknowledged.find(({ sent_at }) => sent_at > last.ended_at)
    return {
      acknowledged: acknowledged.length,
      missing: Math.max(0, acknowledged.length - revision),
      doubled: Math.max(0, revision - outcomes.length),
      unknown_applied: Math.max(0, revision - acknowledged.length),
      problems: [
        ...(prices.length === 1 ? [] : [`the list has ${prices.length} prices with the same key`]),
        ...(revision >= acknowledged.length && revision <= acknowledged.length + unknown
          ? []
          : [`${acknowledged.length} changes were acknowledged, the price counts ${revision}`]),
        ...(price && price.event_seq === revision
          ? []
          : [`the price announced ${price?.event_seq} events of ${revision} changes`]),
        ...(later
          ? [`the price is ${price?.amount}, although ${later.request.effect?.token} was set after that was acknowledged`]
          : []),
      ],
    }
  }
  return { each, verify }
}
