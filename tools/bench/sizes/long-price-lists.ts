import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { asBearer, expectThat, type FixtureContext, range } from '../fixtures/fixture.ts'
import { type Asked, atMost, compare, type SizeLine, type Timer } from './timed.ts'

const PRICES = 100_000
const BATCH = 1000
/** Longer than published events stay where they were. */
const KEPT_MS = 6000
/** Bound on how long a list holds up the event loop, of its reader and of the gateway. */
const MAX_HELD_MS = 20
const Made = z.object({ price_list: z.object({ id: z.string() }) })
const Listed = z.object({ price_list: z.object({ prices: z.array(z.object({ id: z.string() })) }) })

/** A price list of 100,000 prices, beside an empty one. */
export async function longPriceLists({ mongo, dev }: FixtureContext, timer: Timer): Promise<SizeLine[]> {
  const seller = asBearer(dev.seller.token)
  const admin = asBearer(dev.admin.token)
  const make = async (title: string) => {
    const body = { title, description: title, type: 'sale', status: 'draft', prices: [] }
    const made = await timer.timed({ method: 'POST', path: '/vendor/price-lists', headers: seller, body })
    return Made.parse(made.json()).price_list.id
  }
  const [empty, long] = [await make('Few prices'), await make('Very many prices')]
  const priceOf = (min_quantity: number) => ({ variant_id: dev.seller.variant_id, currency_code: 'eur', amount: 5, min_quantity })

  const batches: number[] = []
  for (const n of range(PRICES / BATCH, (at) => at)) {
    const body = { create: range(BATCH, (at) => priceOf(n * BATCH + at + 1)) }
    batches.push(
      (await timer.timed({ method: 'POST', path: `/admin/price-lists/${long}/prices/batch`, headers: admin, body })).ms,
    )
  }
  const add = (id: string, n: number): Asked => {
    const path = `/vendor/price-lists/${id}/prices?fields=id`
    return { method: 'POST', path, headers: seller, body: priceOf(PRICES + n + 1) }
  }
  const added = await compare(timer, {
    what: `add a price to a list: empty, or of ${PRICES}`,
    small: (n) => add(empty, n),
    large: (n) => add(long, n),
    bound: 2,
  })
  const { whole, held } = await readWhole()
  const removal = await timer.timed({ method: 'DELETE', path: `/vendor/price-lists/${long}`, headers: seller })
  const erased = await untilErased()
  return [
    atMost(`batch of ${BATCH} prices, of ${PRICES / BATCH}`, batches, 2000),
    added,
    {
      what: `whole list of ${PRICES} prices, ${Math.round(whole.bytes / 2 ** 20)} MB`,
      small: null,
      large: whole.ms,
      bound: '',
      kept: true,
    },
    ...held.map(
      ({ name, alone, beside }): SizeLine => ({
        what: `${name}'s event loop held meanwhile, at the longest: without it, or by it`,
        small: alone,
        large: beside,
        bound: `+${MAX_HELD_MS} ms`,
        kept: beside - alone <= MAX_HELD_MS,
      }),
    ),
    atMost(`delete a list of ${PRICES} prices`, [removal.ms], 200),
    { what: 'until its prices are gone', small: null, large: erased, bound: '', kept: true },
  ]

  /** The event loop of each process that takes part, for as long without the reading as with it. */
  async function readWhole() {
    const reading = () => timer.timed({ method: 'GET', path: `/vendor/price-lists/${long}`, headers: seller })
    const { prices } = Listed.parse((await reading()).json()).price_list
    expectThat(prices.length >= PRICES, `all ${PRICES} prices`)
    const processes = dev.processes.filter(({ name }) => name === 'pricing' || name === 'gateway')
    await untilPublished(processes.map(({ metrics_url }) => metrics_url!))
    const longestHeld = () => Promise.all(processes.map(({ metrics_url }) => heldSinceLastAsked(metrics_url!)))
    await longestHeld()
    const whole = await reading()
    const beside = await longestHeld()
    await sleep(whole.ms)
    const alone = await longestHeld()
    return { whole, held: processes.map(({ name }, at) => ({ name, alone: alone[at]!, beside: beside[at]! })) }
  }

  async function untilErased() {
    const startedAt = performance.now()
    const prices = mongo.db('souk_pricing').collection('prices')
    while ((await prices.findOne({ price_list_id: long }, { projection: { _id: 1 } })) !== null) await sleep(100)
    return performance.now() - startedAt
  }
}

/** Until the events of earlier writes are published, and gone from their aggregates: that is work of its own. */
async function untilPublished(metricsUrls: readonly string[]) {
  const isWaiting = async (url: string) => /^souk_outbox_waiting\S* [1-9]/m.test(await (await fetch(url)).text())
  for (;;) {
    const waiting = await Promise.all(metricsUrls.map(isWaiting))
    await sleep(KEPT_MS)
    if (!waiting.includes(true)) return
  }
}

/** In ms, as the process measured it; a measurement ends with being read. */
async function heldSinceLastAsked(metricsUrl: string): Promise<number> {
  const [, seconds = ''] = /^nodejs_eventloop_lag_max_seconds\S* (\S+)$/m.exec(await (await fetch(metricsUrl)).text()) ?? []
  expectThat(Number(seconds) > 0, 'how long the event loop was held')
  return Number(seconds) * 1000
}
