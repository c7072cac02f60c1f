import { percentiles } from '../../bench/percentiles.ts'
import { judgeAnswers, judgeData } from '../judge.ts'
import { latencyOf, type Outcome, runClients } from '../load.ts'
import { type Prepared, prepareInstance } from '../prepared.ts'
import type { Context, Findings, Scenario } from '../scenario.ts'
import { isSuccess, round, summarise } from '../summary.ts'
import { cartRace } from '../workload/cart-race.ts'
import { checkoutRace, isSoldOut } from '../workload/checkouts.ts'
import { addedMethods } from '../workload/order-edits.ts'
import type { Part } from '../workload/part.ts'
import { addedPrices } from '../workload/prices.ts'
import type { Race } from '../workload/race.ts'
import { samePriceRace } from '../workload/same-price.ts'
import { warmUp } from '../workload/warm-up.ts'

const CLIENTS = 64
const METHODS_EACH = 7
const PRICES_EACH = 50
const MAX_P99_MS = 2000
/** A checkout writes about ten times, one after the other, where other changes write once. */
const CHECKOUT_P99_MS = 4000
/** Where all change one record, the loser of ten tries against the other replica is told so (409), and may try again. */
const CONFLICT_SHARE = 0.05

const isConflict = ({ status, code }: Outcome) => status === 409 && code === 'concurrent_modification'

const race = (
  name: string,
  title: string,
  make: (prepared: Prepared, signal: AbortSignal) => Promise<Race>,
  { conflictShare = CONFLICT_SHARE, p99_ms = MAX_P99_MS } = {},
): Scenario => ({
  name,
  title,
  seconds: 0,
  run: (context) => runRace(context, make, { conflictShare, p99_ms }),
})

/** After a refused change a client meets the same state with its next one. */
const followsRefusal = ({ status, sent_at, request }: Outcome, outcomes: readonly Outcome[]) =>
  status === 400 &&
  request.effect !== undefined &&
  outcomes.some((one) => one.request.effect?.token === request.effect?.token && one.ended_at < sent_at && !isSuccess(one))

async function runRace(
  context: Context,
  make: (prepared: Prepared, signal: AbortSignal) => Promise<Race>,
  { conflictShare, p99_ms }: { conflictShare: number; p99_ms: number },
): Promise<Findings> {
  const prepared = await prepareInstance(context, { replicas: '2' })
  const { instance, client } = prepared
  const { each, verify } = await make(prepared, context.signal)
  await warmUp({ instance, client })

  const began = performance.now()
  const outcomes = await runClients(CLIENTS, each, { client, baseUrl: instance.dev.base_url, signal: context.signal })
  const took = performance.now() - began
  context.keep(outcomes)

  const data = judgeData(await verify(outcomes), outcomes)
  const conflicts = outcomes.filter(isConflict).length
  const isAllowed = (one: Outcome) =>
    isSoldOut(one) || ((isConflict(one) || followsRefusal(one, outcomes)) && conflicts <= outcomes.length * conflictShare)
  const { p99 } = percentiles(outcomes.map(latencyOf))
  return {
    figures: {
      clients: CLIENTS,
      ...summarise(outcomes),
      conflicts,
      p99_of_all_ms: round(p99),
      per_s: round(outcomes.length / (took / 1000)),
      ...data.figures,
    },
    broken: [
      ...judgeAnswers(outcomes, isAllowed),
      ...(p99 > p99_ms ? [`p99 is ${round(p99)} ms: some wait too long for the others`] : []),
      ...data.broken,
    ],
  }
}

/** The requests of a part, so many by each client. */
const shared = (part: Part, count: number): Race => ({
  *each() {
    for (let n = 0; n < count; n++) yield part.next()
  },
  verify: part.verify,
})

export const races: readonly Scenario[] = [
  race('race-cart', '50 clients put a card on one cart and take it off, 14 read it', (prepared) => cartRace(prepared, 'read')),
  race('race-cart-lines', 'as race-cart, but the 14 add lines, which have to be priced', (prepared) =>
    cartRace(prepared, 'add lines'),
  ),
  race(
    'race-prices',
    '64 clients add different prices to one list',
    async ({ instance, client, mongo }) =>
      shared(await addedPrices({ instance, client }, mongo, { lists: 1, query: '?fields=id' }), PRICES_EACH),
    { conflictShare: 0 }, // each price is a record of its own
  ),
  race('race-price', '64 clients set the same price', samePriceRace),
  race('race-order-edit', '64 clients add 7 shipping methods each to one order edit', async ({ instance, client, mongo }) =>
    shared(await addedMethods({ instance, client }, mongo, { orders: 1 }), METHODS_EACH),
  ),
  race(
    'race-checkout',
    '64 clients complete carts that compete for stock, cards and a promotion, four the same one',
    checkoutRace,
    { p99_ms: CHECKOUT_P99_MS },
  ),
]
