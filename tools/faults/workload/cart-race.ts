import type { Cart } from '@souk/contracts'
import type { LoadRequest } from '../client.ts'
import type { Outcome } from '../load.ts'
import type { Prepared } from '../prepared.ts'
import { isRefusal, isSuccess } from '../summary.ts'
import { callersOf, JSON_BODY, readAll } from './callers.ts'
import { CARD_VALUE, makeCards, makeCarts, putCard, readCart, takeCard } from './gift-cards.ts'
import { cartProblems } from './money.ts'
import type { Verification } from './part.ts'
import type { Race } from './race.ts'
import { revisionProblems } from './revisions.ts'
import { turnProblems } from './turns.ts'

/** A cart holds 50 cards: so many clients have one that they put on and take off. `others` says what the rest do. */
const CARD_CLIENTS = 50
const TURNS = 25
const LINES_EACH = 2
const READS_EACH = 25
const ADD_LINE = 'cart.add-line-item'

interface CartDocument {
  revision: number
  event_seq: number
  gift_cards: { code: string }[]
  items: { metadata: { token?: string } | null; quantity: number }[]
}

export async function cartRace({ instance, client, mongo }: Prepared, others: 'read' | 'add lines'): Promise<Race> {
  const { dev } = instance
  const { store } = callersOf(instance)
  const [cart] = (await makeCarts({ instance, client }, 1)) as [string]
  const codes = await makeCards(mongo, CARD_CLIENTS)
  const collection = mongo.db('souk_cart').collection<CartDocument>('carts')
  const stored = () =>
    collection.findOne({ _id: cart } as object, { projection: { revision: 1, event_seq: 1, 'gift_cards.code': 1, items: 1 } })
  const before = await stored()

  function* each(n: number): Iterable<LoadRequest> {
    if (n >= CARD_CLIENTS) {
      if (others === 'read') for (let read = 0; read < READS_EACH; read++) yield readCart(cart, store)
      else for (let line = 0; line < LINES_EACH; line++) yield addLine(`line ${n} ${line}`)
      return
    }
    const code = codes[n]!
    for (let turn = 0; turn < TURNS; turn++) {
      yield { ...putCard(cart, code, store), effect: { aggregate: cart, token: code } }
      if (turn < TURNS - 1 || n % 2 === 0) yield takeCard(cart, code, store) // every other card stays on in the end
    }
  }
  const addLine = (token: string): LoadRequest => ({
    operation: ADD_LINE,
    method: 'POST',
    path: `/store/carts/${cart}/line-items`,
    headers: { ...store, ...JSON_BODY },
    body: JSON.stringify({ variant_id: dev.seller.variant_id, quantity: 1, metadata: { token } }),
    expected: 200,
    effect: { aggregate: cart, token },
  })

  async function verify(outcomes: readonly Outcome[]): Promise<Verification> {
    const after = await stored()
    if (!before || !after) throw new Error('the cart is gone')
    const writes = outcomes.filter(({ request }) => request.effect)
    const acknowledged = writes.filter(isSuccess)
    const on = new Set(after.gift_cards.map(({ code }) => code))
    const turns = codes.map((code) => {
      const own = outcomes.filter(({ request }) => request.effect?.token === code)
      return turnProblems(code, own, on.has(code))
    })
    const problems = turns.flatMap((one) => one.problems)
    let missing = turns.reduce((all, one) => all + one.missing, 0)
    let refusedApplied = turns.reduce((all, one) => all + one.refusedApplied, 0)
    let doubled = after.gift_cards.length - on.size
    for (const outcome of writes.filter((one) => one.request.operation === ADD_LINE)) {
      const { token } = outcome.request.effect!
      const times = after.items.filter(({ metadata, quantity }) => metadata?.token === token && quantity === 1).length
      if (isSuccess(outcome) && times === 0) missing++
      if (isRefusal(outcome) && times > 0) refusedApplied++
      if (times > 1) doubled++
      if (times > 1 || (isSuccess(outcome) && times === 0) || (isRefusal(outcome) && times > 0))
        problems.push(`${token} is on the cart ${times} times, and was answered ${outcome.status}`)
    }
    const [shown] = await readAll<{ cart: Cart }>({ instance, client }, [readCart(cart, store)])
    problems.push(...cartProblems(shown!.cart, CARD_VALUE))
    problems.push(...revisionProblems(cart, before, after, writes))
    const unknownApplied = Math.max(0, after.event_seq - before.event_seq - acknowledged.length)
    return { acknowledged: acknowledged.length, missing, doubled, unknownApplied, refusedApplied, problems }
  }
  return { each, verify }
}
