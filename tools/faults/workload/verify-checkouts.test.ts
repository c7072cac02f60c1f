import { describe, expect, it } from 'vitest'
import type { Outcome } from '../load.ts'
import { type FoundCheckouts, verifyCheckouts } from './verify-checkouts.ts'

const ORDERS_EACH = 2
const ordersOf = (cart: string) => [`${cart}-1`, `${cart}-2`]

/** An answer to a request that completes a cart; success shows its orders. */
const answer = (cart: string, status: number, shown: string[] = status === 200 ? ordersOf(cart) : []): Outcome => ({
  request: {
    operation: 'cart.x',
    method: 'POST',
    path: '/',
    headers: {},
    expected: 200,
    effect: { aggregate: cart, token: cart },
  },
  ...{ scheduled_at: 1, sent_at: 1, ended_at: 2, status, revision: undefined, retry_after: undefined, code: undefined, shown },
})

/** Two carts of which the first became two orders, half paid with a card, and the second nothing. */
const clean: FoundCheckouts = {
  carts: [
    { id: 'bought', isCompleted: true, isPromoted: true, isUnderWay: false },
    { id: 'open', isCompleted: false, isPromoted: true, isUnderWay: false },
  ],
  orders: ordersOf('bought').map((id) => ({ id, cart_id: 'bought', credit: new Map([['card', 0.5]]) })),
  stock: { stocked: 1, reserved: 1 },
  cards: [{ id: 'card', value: 5, debited: 1, balance: 4 }],
  uses: { counted: 1, limit: 1 },
}
const outcomes = [answer('bought', 200), answer('bought', 409), answer('open', 400), answer('open', 504)]
const nothing = { acknowledged: 1, missing: 0, doubled: 0, unknownApplied: 0, refusedApplied: 0, problems: [] }

const verify = (found: Partial<FoundCheckouts>, answers = outcomes) =>
  verifyCheckouts({ ...clean, ...found }, answers, ORDERS_EACH)

describe('the checker of checkouts', () => {
  it('finds nothing wrong with carts that became their orders once, or not at all', () => {
    expect(verify({})).toEqual(nothing)
  })

  it('counts carts that became orders though every request failed, or met the conflict with another one', () => {
    const unknown = { ...nothing, acknowledged: 0, unknownApplied: 1 }

    expect(verify({}, [answer('bought', 504), answer('bought', 400)])).toEqual(unknown)
    expect(verify({}, [answer('bought', 409)])).toEqual(unknown)
  })

  const [first, second] = clean.orders as [FoundCheckouts['orders'][number], FoundCheckouts['orders'][number]]
  const bought = { id: 'bought', isCompleted: true, isPromoted: true, isUnderWay: false }
  const card = { id: 'card', value: 5, debited: 1, balance: 4 }

  it.each<[string, Partial<FoundCheckouts>, object, RegExp]>([
    ['an acknowledged order that is missing', { orders: [first] }, { missing: 1 }, /has bought-1/],
    ['a cart that became half of its orders', { orders: [first] }, {}, /became 1 of its 2 orders/],
    [
      'a third order of a cart',
      { orders: [first, second, { ...first, id: 'more', credit: new Map() }] },
      { doubled: 1 },
      /3 orders/,
    ],
    ['a checkout that does not end', { carts: [{ ...bought, isUnderWay: true }] }, {}, /still being completed/],
    ['orders of a cart that is open', { carts: [{ ...bought, isCompleted: false }] }, {}, /not completed, but became 2/],
    ['a completed cart without orders', { orders: [] }, { missing: 1 }, /is completed, but became 0/],
    ['a unit reserved for no order', { stock: { stocked: 2, reserved: 2 } }, {}, /2 units are reserved/],
    ['an order without its unit', { stock: { stocked: 2, reserved: 0 } }, {}, /0 units are reserved/],
    ['more units reserved than there are', { stock: { stocked: 0, reserved: 1 } }, {}, /1 of 0 units/],
    ['a use of the promotion by no order', { uses: { counted: 2, limit: 3 } }, {}, /which counts 2/],
    ['more uses of the promotion than it allows', { uses: { counted: 1, limit: 0 } }, {}, /it allows 0/],
    ['a debit for no order', { cards: [{ ...card, debited: 2, balance: 3 }] }, {}, /but 2 were debited/],
    ['a debit that left the balance as it was', { cards: [{ ...card, balance: 5 }] }, {}, /has 5 left of 5/],
    ['a card that paid more than it was worth', { cards: [{ ...card, value: 0.5, balance: -0.5 }] }, {}, /has -0.5 left/],
  ])('finds %s', (_what, found, counts, sentence) => {
    const verified = verify(found)

    expect(verified).toMatchObject(counts)
    expect(verified.problems.join('\n')).toMatch(sentence)
  })

  it('finds orders of a cart whose requests were all refused', () => {
    const verified = verify({}, [answer('bought', 400), answer('bought', 400)])

    expect(verified).toMatchObject({ refusedApplied: 1, unknownApplied: 0 })
    expect(verified.problems.join('\n')).toMatch('all of its requests were refused')
  })

  it('finds requests that were answered with different orders', () => {
    expect(verify({}, [answer('bought', 200), answer('bought', 200, ['other-1', 'other-2'])])).toMatchObject({ missing: 1 })
  })
})
