import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cartPromotionAmounts, type EligiblePromotion, lineItemTotals, shippingMethodTotals } from '../src/index.ts'
import { aLine, anAmount, aShippingMethod } from './arbitrary-cart.ts'

const line = (id: string, subtotal: number, quantity = 1) => ({ id, quantity, subtotal, original_total: (subtotal * 11) / 10 })
const method = (id: string, subtotal: number) => ({ id, subtotal, original_total: (subtotal * 11) / 10 })

type Over = Omit<Partial<EligiblePromotion>, 'method'> & { method?: Partial<EligiblePromotion['method']> }

const promotion = (line_ids: string, { method: how, ...over }: Over = {}): EligiblePromotion => ({
  ...{ type: 'standard', target: 'items', is_tax_inclusive: false },
  ...over,
  line_ids: line_ids.split(''),
  method: { type: 'fixed', allocation: 'each', value: 5, ...how },
})
const off = (line_ids: string, how: Over['method'], over: Over = {}) => promotion(line_ids, { ...over, method: how })
const shipping = (line_ids: string, how: Over['method'], over: Over = {}) =>
  promotion(line_ids, { target: 'shipping_methods', ...over, method: how })
/** Buy `buys` of one, get `gets` of the other for free. */
const buyGet = (buy: string, get: string, buys: number, gets: number, max_quantity: number, how: Over['method'] = {}) =>
  promotion(get, {
    type: 'buyget',
    buy_line_ids: buy.split(''),
    method: { type: 'percentage', value: 100, buy_rules_min_quantity: buys, apply_to_quantity: gets, max_quantity, ...how },
  })

const cart = (items: ReturnType<typeof line>[], shipping_methods: ReturnType<typeof method>[] = []) => ({
  items,
  shipping_methods,
})
const given = (promotions: EligiblePromotion[], lines: ReturnType<typeof cart>) =>
  cartPromotionAmounts(promotions, lines).amounts.map(({ line_id, amount }) => [line_id, amount])

describe('standard promotions of line items', () => {
  const lines = cart([line('a', 40, 2), line('b', 30, 3), line('c', 10)])

  it.each<[string, EligiblePromotion, [string, number][]]>([
    [
      'each: one unit of each line',
      off('ab', { value: 5 }),
      [
        ['a', 5],
        ['b', 5],
      ],
    ],
    [
      'each: units up to the maximum quantity',
      off('ab', { value: 5, max_quantity: 3 }),
      [
        ['a', 10],
        ['b', 15],
      ],
    ],
    ['each: never more than the value of the units', off('b', { value: 50, max_quantity: 2 }), [['b', 20]]],
    ['each: a percentage of one unit without a maximum quantity', off('a', { type: 'percentage', value: 10 }), [['a', 2]]],
    [
      'each: a percentage of the units up to the maximum quantity',
      off('a', { type: 'percentage', value: 10, max_quantity: 2 }),
      [['a', 4]],
    ],
    [
      'across: in proportion to the value of the lines',
      off('abc', { allocation: 'across', value: 8 }),
      [
        ['a', 4],
        ['b', 3],
        ['c', 1],
      ],
    ],
    [
      'across: a maximum quantity of 0 is no limit',
      off('ac', { allocation: 'across', value: 5, max_quantity: 0 }),
      [
        ['a', 4],
        ['c', 1],
      ],
    ],
    [
      'once: the cheapest unit first; of equal prices, the first line',
      off('abc', { allocation: 'once', max_quantity: 1 }),
      [['b', 5]],
    ],
    [
      'once: continues with the next line',
      off('abc', { allocation: 'once', max_quantity: 5 }),
      [
        ['b', 15],
        ['c', 5],
        ['a', 5],
      ],
    ],
    [
      'once: a percentage of the units up to the maximum quantity',
      off('ab', { allocation: 'once', type: 'percentage', value: 50, max_quantity: 4 }),
      [
        ['b', 15],
        ['a', 10],
      ],
    ],
    ['once: nothing without a maximum quantity', off('abc', { allocation: 'once' }), []],
    [
      'a percentage of prices that include tax',
      off('a', { type: 'percentage', value: 50, max_quantity: 2 }, { is_tax_inclusive: true }),
      [['a', 22]],
    ],
    ['nothing without eligible lines', off('', { value: 5 }), []],
  ])('%s', (_what, one, amounts) => {
    expect(given([one], lines)).toEqual(amounts)
  })

  it('apply to what earlier ones left, both for line items and for shipping methods', () => {
    const [half, rest] = [off('a', { allocation: 'across', value: 30 }), off('a', { allocation: 'across', value: 30 })]
    const [five, more] = [shipping('s', { value: 5 }), shipping('s', { value: 5 })]

    expect(given([half, five, rest, more], cart([line('a', 40)], [method('s', 8)]))).toEqual([
      ['a', 30],
      ['s', 5],
      ['a', 10],
      ['s', 3],
    ])
  })

  it('state the promotion of each amount, and whether it includes tax', () => {
    const one = off('c', { value: 5 }, { is_tax_inclusive: true })

    expect(cartPromotionAmounts([one], lines).amounts).toEqual([
      { promotion: one, line_id: 'c', amount: 5, is_tax_inclusive: true },
    ])
  })
})

describe('promotions of shipping methods', () => {
  const lines = cart([], [method('a', 10), method('b', 4), method('c', 6), method('d', 0)])

  it.each<[string, EligiblePromotion, [string, number][]]>([
    [
      'each',
      shipping('abd', { value: 5 }),
      [
        ['a', 5],
        ['b', 4],
      ],
    ],
    ['each: the maximum quantity is ignored', shipping('a', { value: 3, max_quantity: 3 }), [['a', 3]]],
    [
      'each: a percentage',
      shipping('ab', { type: 'percentage', value: 50, max_quantity: 0 }),
      [
        ['a', 5],
        ['b', 2],
      ],
    ],
    [
      'across',
      shipping('abcd', { allocation: 'across', value: 10, max_quantity: 1 }),
      [
        ['a', 5],
        ['b', 2],
        ['c', 3],
      ],
    ],
    [
      'across: a percentage',
      shipping('ac', { allocation: 'across', type: 'percentage', value: 10 }),
      [
        ['a', 1],
        ['c', 0.6],
      ],
    ],
    [
      'once: the cheapest methods',
      shipping('abcd', { allocation: 'once', value: 5, max_quantity: 2 }),
      [
        ['b', 4],
        ['c', 5],
      ],
    ],
    ['once: nothing without a maximum quantity', shipping('abc', { allocation: 'once', value: 5 }), []],
  ])('%s', (_what, one, amounts) => {
    expect(given([one], lines)).toEqual(amounts)
  })

  it('are before tax, even when the promotion is tax inclusive', () => {
    const free = shipping('a', { type: 'percentage', value: 100 }, { is_tax_inclusive: true })

    expect(cartPromotionAmounts([free], lines).amounts).toEqual([
      { promotion: free, line_id: 'a', amount: 10, is_tax_inclusive: false },
    ])
  })
})

describe('buy-get promotions', () => {
  it.each<[string, EligiblePromotion[], ReturnType<typeof line>[], [string, number][]]>([
    ['discount another line', [buyGet('a', 'b', 2, 1, 1)], [line('a', 20, 2), line('b', 30, 3)], [['b', 10]]],
    ['apply as often as enough is bought', [buyGet('a', 'b', 2, 1, 9)], [line('a', 50, 5), line('b', 30, 3)], [['b', 20]]],
    ['apply as often as there is enough to get', [buyGet('a', 'b', 1, 2, 9)], [line('a', 50, 5), line('b', 50, 5)], [['b', 40]]],
    ['apply up to the maximum quantity', [buyGet('a', 'b', 1, 1, 2)], [line('a', 50, 5), line('b', 50, 5)], [['b', 20]]],
    [
      'discount one unit without a maximum quantity',
      [buyGet('a', 'b', 1, 1, 2, { max_quantity: null })],
      [line('a', 20, 2), line('b', 20, 2)],
      [['b', 10]],
    ],
    [
      'complete the last application from several lines',
      [buyGet('a', 'bc', 1, 2, 3)],
      [line('a', 30, 3), line('b', 30, 3), line('c', 5)],
      [
        ['b', 30],
        ['c', 5],
      ],
    ],
    ['count each unit of the same line once', [buyGet('a', 'a', 2, 1, 9)], [line('a', 50, 5)], [['a', 10]]],
    ['do not apply when too little is bought', [buyGet('a', 'b', 3, 1, 9)], [line('a', 20, 2), line('b', 10)], []],
    ['do not apply when there is too little to get', [buyGet('a', 'b', 1, 2, 9)], [line('a', 20, 2), line('b', 10)], []],
    [
      'discount the most expensive line first',
      [buyGet('a', 'bc', 1, 1, 1)],
      [line('a', 5), line('b', 10), line('c', 20)],
      [['c', 20]],
    ],
    [
      'discount the first of lines of equal value',
      [buyGet('a', 'bc', 1, 1, 1)],
      [line('a', 5), line('b', 10), line('c', 10)],
      [['b', 10]],
    ],
    [
      'count the line to discount as the last one bought',
      [buyGet('abc', 'a', 2, 1, 1)],
      [line('a', 30), line('b', 20), line('c', 10)],
      [['a', 30]],
    ],
    [
      'discount each unit by a fixed amount',
      [buyGet('a', 'b', 1, 2, 2, { type: 'fixed', value: 4 })],
      [line('a', 5), line('b', 20, 2)],
      [['b', 8]],
    ],
    [
      'discount a fixed amount up to the price',
      [buyGet('a', 'b', 1, 2, 2, { type: 'fixed', value: 40 })],
      [line('a', 5), line('b', 20, 2)],
      [['b', 20]],
    ],
    ['discount nothing for a free unit', [buyGet('a', 'b', 1, 1, 9)], [line('a', 5, 2), line('b', 0, 2)], []],
    ['do not apply without lines to buy', [buyGet('', 'b', 1, 1, 9)], [line('b', 10)], []],
    [
      'do not apply when the quantity to buy or to get is zero',
      [buyGet('a', 'b', 0, 1, 9), buyGet('a', 'b', 1, 0, 9)],
      [line('a', 5), line('b', 10)],
      [],
    ],
    [
      'do not count units bought for one promotion for another',
      [buyGet('a', 'b', 2, 1, 9), buyGet('a', 'c', 1, 1, 9)],
      [line('a', 20, 2), line('b', 10), line('c', 9)],
      [['b', 10]],
    ],
    [
      'discount a unit only once',
      [buyGet('a', 'c', 1, 1, 9), buyGet('b', 'c', 1, 1, 9)],
      [line('a', 1), line('b', 2), line('c', 10)],
      [['c', 10]],
    ],
    [
      'count units discounted by one promotion as bought for another',
      [buyGet('a', 'b', 1, 1, 9), buyGet('b', 'c', 1, 1, 9)],
      [line('a', 3), line('b', 2), line('c', 1)],
      [
        ['b', 2],
        ['c', 1],
      ],
    ],
  ])('%s', (_what, promotions, lines, amounts) => {
    expect(given(promotions, cart(lines))).toEqual(amounts)
  })

  it('leave less for later promotions', () => {
    const all = off('ab', { allocation: 'across', type: 'percentage', value: 100 })

    expect(given([buyGet('a', 'b', 1, 1, 1), all], cart([line('a', 10), line('b', 20, 2)]))).toEqual([
      ['b', 10],
      ['a', 10],
      ['b', 10],
    ])
  })

  it('end after a thousand applications', () => {
    expect(given([buyGet('a', 'b', 1, 1, 2 ** 31)], cart([line('a', 1e6, 1e6), line('b', 1e6, 1e6)]))).toEqual([['b', 1000]])
  })
})

describe('a budget', () => {
  const lines = cart([line('a', 10), line('b', 6), line('c', 4)], [method('s', 3)])
  const all = { type: 'percentage', value: 100 } as const

  it('grants an amount in full or not at all, and may cover a later line item with the rest', () => {
    const one = off('abc', all, { budget: { spendable: 14 } })

    expect(given([one], lines)).toEqual([
      ['a', 10],
      ['c', 4],
    ])
    expect(cartPromotionAmounts([one], lines).exceeded).toEqual([one])
  })

  it('is shared exactly by all promotions that use it', () => {
    const budget = { spendable: '0.3' }
    const tenth = { budget, method: { value: 0.1 } }
    const promotions = [
      promotion('a', tenth),
      promotion('s', { ...tenth, target: 'shipping_methods' }),
      promotion('b', tenth),
      promotion('c', tenth),
    ]

    expect(given(promotions, lines)).toEqual([
      ['a', 0.1],
      ['s', 0.1],
      ['b', 0.1],
    ])
    expect(cartPromotionAmounts(promotions, lines).exceeded).toEqual([promotions[3]])
  })

  it.each([0, -1, '-0.5'])('of %s grants nothing', (spendable) => {
    const promotions = [{ ...buyGet('a', 'b', 1, 1, 1), budget: { spendable } }, off('c', all, { budget: { spendable } })]

    expect(cartPromotionAmounts(promotions, lines)).toEqual({ amounts: [], exceeded: promotions })
  })

  it('is not exceeded by a promotion that grants nothing anyway', () => {
    expect(cartPromotionAmounts([off('', all, { budget: { spendable: 0 } })], lines)).toEqual({ amounts: [], exceeded: [] })
  })

  it('limits how often a buy-get promotion is applied', () => {
    const one = { ...buyGet('a', 'b', 1, 1, 9), budget: { spendable: 25 } }

    expect(given([one], cart([line('a', 9, 9), line('b', 90, 9)]))).toEqual([['b', 20]])
  })
})

describe('for any promotions', () => {
  const ids = ['l0', 'l1', 'l2', 'l3']
  const methodIds = ['m0', 'm1']
  const someOf = (all: string[]) => fc.subarray(all)
  type Allocation = EligiblePromotion['method']['allocation']
  const someBudget = fc.record({ spendable: anAmount })
  interface Drawn {
    allocation?: fc.Arbitrary<Allocation>
    budget?: fc.Arbitrary<{ spendable: number } | null>
  }
  const aPromotion = (
    type: 'standard' | 'buyget',
    { allocation = fc.constantFrom<Allocation>('each', 'across', 'once'), budget = fc.option(someBudget) }: Drawn = {},
  ) =>
    fc.record({
      type: fc.constant(type),
      target: fc.constantFrom('items' as const, 'shipping_methods' as const),
      method: fc.record({
        type: fc.constantFrom('percentage' as const, 'fixed' as const),
        allocation,
        value: anAmount,
        max_quantity: fc.constantFrom(null, 1, 2, 5),
        buy_rules_min_quantity: fc.constantFrom(1, 2, 3),
        apply_to_quantity: fc.constantFrom(1, 2),
      }),
      is_tax_inclusive: fc.boolean(),
      line_ids: someOf([...ids, ...methodIds]),
      buy_line_ids: someOf(ids),
      budget,
    })
  const promotions = fc
    .tuple(fc.array(aPromotion('buyget'), { maxLength: 2 }), fc.array(aPromotion('standard'), { maxLength: 3 }))
    .map(([first, then]) => [...first, ...then])
  const aWholeLine = fc
    .tuple(aLine, fc.integer({ min: 0, max: 20 }))
    .map(([one, quantity]) => ({ ...one, quantity, adjustments: [] }))
  const itemsOf = (minLength: number) =>
    fc
      .array(aWholeLine, { minLength, maxLength: 4 })
      .map((lines) => lines.map((one, n) => ({ ...one, id: ids[n]!, ...lineItemTotals(one) })))
  const items = itemsOf(0)
  const methods = fc
    .array(aShippingMethod, { maxLength: 2 })
    .map((all) => all.map((one, n) => ({ ...one, id: methodIds[n]!, ...shippingMethodTotals({ ...one, adjustments: [] }) })))

  it('amounts are positive, and no line item or shipping method becomes negative', () => {
    const property = fc.property(promotions, items, methods, (all, lines, shipping_methods) => {
      const { amounts } = cartPromotionAmounts(all, { items: lines, shipping_methods })
      const of = (id: string) => amounts.filter(({ line_id }) => line_id === id)

      expect(amounts.every(({ amount }) => amount > 0)).toBe(true)
      for (const one of lines) expect(lineItemTotals({ ...one, adjustments: of(one.id) }).total).toBeGreaterThanOrEqual(-1e-3)
      for (const one of shipping_methods) {
        expect(shippingMethodTotals({ ...one, adjustments: of(one.id) }).total).toBeGreaterThanOrEqual(-1e-3)
      }
    })

    fc.assert(property)
  })

  it('no budget is overspent', () => {
    const property = fc.property(promotions, items, methods, anAmount, (all, lines, shipping_methods, spendable) => {
      const budget = { spendable }
      const { amounts } = cartPromotionAmounts(
        all.map((one) => ({ ...one, budget })),
        { items: lines, shipping_methods },
      )

      expect(amounts.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(spendable + 1e-6)
    })

    fc.assert(property)
  })

  it('amounts do not depend on the order of line items, unless units are chosen among them', () => {
    const allocation = fc.constantFrom<Allocation>('each', 'across')
    const independent = fc.array(aPromotion('standard', { allocation, budget: fc.constant(null) }), {
      minLength: 1,
      maxLength: 4,
    })
    let telling = 0
    const property = fc.property(independent, itemsOf(2), methods, (all, lines, shipping_methods) => {
      const sums = (of: typeof lines) => {
        const { amounts } = cartPromotionAmounts(all, { items: of, shipping_methods })
        return lines.map(({ id }) => amounts.filter(({ line_id }) => line_id === id).map(({ amount }) => amount))
      }
      const inOrder = sums(lines)
      if (inOrder.filter(({ length }) => length > 0).length > 1) telling++

      expect(sums(lines.toReversed())).toEqual(inOrder)
    })

    fc.assert(property, { numRuns: 200 })
    expect(telling).toBeGreaterThan(40) // runs in which more than one line item gets something
  })
})
