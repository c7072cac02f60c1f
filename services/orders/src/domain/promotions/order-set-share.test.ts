import type { QuotedPromotions } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { aMethod, anItem, anOrder, deepFreeze } from '../../../test/builders.ts'
import type { Order } from '../orders/order.ts'
import { ownShare, questionOfSet } from './order-set-share.ts'
import { placedQuestion, takenOff } from './promotion-question.ts'

const FIFTY = {
  ...{ id: 'fifty', code: 'FIFTY', is_automatic: false },
  application_method: { type: 'fixed', value: '50', currency_code: 'eur' },
} as const
const takes = (promotion_id: string, amount: number) => {
  return { id: `adj_${promotion_id}`, promotion_id, code: promotion_id.toUpperCase(), amount, is_tax_inclusive: false }
}
/** An order of the set; orders of sellers `a`, `b`, … were placed in this order. */
const anOrderOf = (seller: string, item: Parameters<typeof anItem>[0], said: Partial<Order> = {}) =>
  deepFreeze({
    ...anOrder({
      ...{ id: `order_${seller}`, seller_id: seller, promotions: [FIFTY], shipping_methods: [], ...said },
      items: [anItem({ id: `line_${seller}`, variant_id: 'variant_1', quantity: 1, ...item })],
    }),
    order_set: { id: 'ordset_1', place: 'abcd'.indexOf(seller) },
  })
const inSet = (order: ReturnType<typeof anOrderOf>) => ({
  ...placedQuestion(order),
  order_set: { ...order.order_set, taken: takenOff(order) },
})
const FIRST = anOrderOf('a', { unit_price: 60, adjustments: [takes('fifty', 30)] })
const SECOND = anOrderOf('b', { unit_price: 40, adjustments: [takes('fifty', 20)] })
const quoted = (...amounts: [line_id: string, amount: number, promotion_id?: string][]): QuotedPromotions => ({
  promotions: [FIFTY],
  adjustments: amounts.map(([line_id, amount, promotion_id = 'fifty']) => {
    return { line_id, promotion_id, code: promotion_id.toUpperCase(), amount, is_tax_inclusive: false }
  }),
})

describe('the question about an order of a set', () => {
  it('has the lines, methods and promotions of all its orders, each line with the seller of its order', () => {
    const promotions = [{ ...FIFTY, id: 'ten', code: 'TEN' }]
    const second = anOrderOf('b', { quantity: 3 }, { promotions, shipping_methods: [aMethod({ id: 'ordsm_b' })] })
    const question = { ...inSet(FIRST), items: placedQuestion(FIRST).items.map((line) => ({ ...line, quantity: 2 })) }

    expect(questionOfSet(question, [second])).toMatchObject({
      ...{
        promotion_ids: ['fifty', 'ten'],
        codes: ['FIFTY', 'TEN'],
        is_placed: true,
        order: { id: 'order_a' },
        shipping_methods: [{ id: 'ordsm_b' }],
      },
      items: [
        { id: 'line_a', quantity: 2, seller_id: 'a' },
        { id: 'line_b', quantity: 3, seller_id: 'b' },
      ],
    })
  })

  it.each([
    [
      'lines that most promotions discount first',
      [[], [takes('ten', 1)], [takes('ten', 1), takes('fifty', 5)]],
      [0, 0, 0],
      'cba',
    ],
    ['of these, lines that were made first', [[], [], [takes('fifty', 5)], [takes('fifty', 5)]], [2, 1, 2, 1], 'dcba'],
    ['equal lines in the order of placement', [[], [], []], [0, 0, 0], 'abc'],
  ])('has %s', (_name, discounts, times, expected) => {
    const orders = discounts.map((adjustments, n) => {
      const id = `ordli_01JZZZZZZ${times[n]}${'abcd'[n]!.padEnd(16, '0')}`
      return anOrderOf('abcd'[n]!, { id, adjustments })
    })

    const { items } = questionOfSet(inSet(orders[1]!), orders.toSpliced(1, 1))
    expect(items.map(({ seller_id }) => seller_id).join('')).toBe(expected)
  })
})

describe("an order's share of its set's promotions", () => {
  it.each<[string, QuotedPromotions, QuotedPromotions['adjustments']]>([
    ['is what its own lines get', quoted(['line_a', 30], ['line_b', 20]), quoted(['line_a', 30]).adjustments],
    ['lacks what the others have beyond theirs', quoted(['line_a', 37.5], ['line_b', 12.5]), quoted(['line_a', 30]).adjustments],
    [
      'does not grow if the others have less than theirs',
      quoted(['line_a', 30], ['line_b', 25]),
      quoted(['line_a', 30]).adjustments,
    ],
    ['is nothing if the others have everything', quoted(['line_a', 20]), []],
    ['keeps what it has if its lines get less', quoted(['line_a', 20], ['line_b', 30]), quoted(['line_a', 30]).adjustments],
    ['keeps what it has if its lines get nothing', quoted(['line_b', 45]), quoted(['line_a', 25]).adjustments],
    ['has no promotion that the order lacks', quoted(['line_a', 30, 'other'], ['line_b', 20]), []],
    ['is nothing if the set gets nothing', quoted(), []],
  ])('%s', (_name, answer, expected) => {
    expect(ownShare(answer, inSet(FIRST), [SECOND]).adjustments).toEqual(expected)
  })

  it('is nothing if it has nothing and the others have everything', () => {
    const bare = anOrderOf('a', { unit_price: 60, adjustments: [] })
    expect(ownShare(quoted(['line_a', 20]), inSet(bare), [SECOND]).adjustments).toEqual([])
  })

  it('keeps no more than the value of a line', () => {
    const own = inSet(FIRST)
    const items = own.items.map((line) => ({ ...line, unit_price: 12 }))
    const answer = quoted(['line_a', 10], ['line_b', 40])

    expect(ownShare(answer, { ...own, items }, [SECOND]).adjustments).toEqual(quoted(['line_a', 12]).adjustments)
  })

  it('is its own part of a promotion that lines do not share, whatever the others have', () => {
    const answer = { ...quoted(['line_a', 5], ['line_b', 2]), shared_ids: [] }

    expect(ownShare(answer, inSet(FIRST), [SECOND]).adjustments).toEqual(quoted(['line_a', 5]).adjustments)
  })

  it('goes to one line after the other', () => {
    const own = inSet(FIRST)
    const items = [...own.items, { ...own.items[0]!, id: 'line_new' }]
    const answer = quoted(['line_a', 15], ['line_new', 45], ['line_b', 2])

    expect(ownShare(answer, { ...own, items }, [SECOND])).toEqual(quoted(['line_a', 15], ['line_new', 27]))
  })
})
