import type { LoadRequest } from '../client.ts'
import type { Outcome } from '../load.ts'
import type { Prepared } from '../prepared.ts'
import { isSuccess } from '../summary.ts'
import { callersOf, JSON_BODY } from './callers.ts'
import { makeCards, makeCarts, putCard, takeCard } from './gift-cards.ts'
import type { Verification } from './part.ts'
import type { Race } from './race.ts'
import { revisionProblems } from './revisions.ts'

/** A cart holds 50 cards: so many clients have one that they put on and take off. What the others do is given. */
const CARD_CLIENTS = 50
const TURNS = 25
const LINES_EACH = 2
const READS_EACH = 25

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
      if (others === 'read') for (let read = 0; read < READS_EACH; read++) yield readCart
      else for (let line = 0; line < LINES_EACH; line++) yield addLine(`line ${n} ${line}`)
      return
    }
    const code = codes[n]!
    for (let turn = 0; turn < TURNS; turn++) {
      yield { ...putCard(cart, code, store), effect: { aggregate: cart, token: code } }
      if (turn < TURNS - 1 || n % 2 === 0) yield takeCard(cart, code, store) // every other card stays on in the end
    }
  }
  const readCart: LoadRequest = {
    operation: 'cart.get-cart',
    method: 'GET',
    path: `/store/carts/${cart}`,
    headers: store,
    expected: 200,
    reads: cart,
  }
  const addLine = (token: string): LoadRequest => ({
    operation: 'cart.add-line-item',
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
    const problems: string[] = []
    let missing = 0
    let doubled = on.size === after.gift_cards.length ? 0 : after.gift_cards.length - on.size
    for (const code of codes) {
      // The client of this code sent one request after the other: the last one decides.
      const last = outcomes.findLast(({ request }) => request.effect?.token === code)
      if (!last || !isSuccess(last) || on.has(code) === (last.request.method === 'POST')) continue
      missing++
      problems.push(
        `${code} is ${on.has(code) ? 'on' : 'off'} the cart, although ${last.request.operation} was acknowledged last`,
      )
    }
    for (const { request } of acknowledged.filter((one) => one.request.operation === 'cart.add-line-item')) {
      const lines = after.items.filter(({ metadata, quantity }) => metadata?.token === request.effect!.token && quantity === 1)
      if (lines.length === 0) missing++
      if (lines.length > 1) doubled++
      if (lines.length !== 1) problems.push(`${request.effect!.token} is on the cart ${lines.length} times`)
    }
    problems.push(...revisionProblems(cart, before.revision, after.revision, writes))
    const revisions = after.revision - before.revision
    const unknown_applied = Math.max(0, revisions - acknowledged.length)
    if (after.event_seq - before.event_seq !== revisions)
      problems.push(`the cart announced ${after.event_seq - before.event_seq} events of ${revisions} revisions`)
    return { acknowledged: acknowledged.length, missing, doubled, unknown_applied, problems }
  }
  return { each, verify }
}
