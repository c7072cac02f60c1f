import { OperationError } from '@souk/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import file from '../../../../../test/data/pricing-cases.json' with { type: 'json' }
import type { Price, PriceList } from './price-candidates.ts'
import type { PriceRule } from './price-rules.ts'
import { type PriceChoiceInput, selectPrice } from './select-price.ts'

interface CaseInput extends Omit<PriceChoiceInput, 'price_lists'> {
  /** The file writes a price list's rules as an object with lists of values. */
  price_lists?: (Omit<PriceList, 'rules'> & { rules?: Record<string, string[]> })[]
}

interface PricingCase {
  id: string
  name: string
  input: CaseInput
  expected: Record<string, unknown> | null
}

const cases = file.cases as unknown as PricingCase[]

const inputOf = ({ price_lists = [], ...input }: CaseInput): PriceChoiceInput => ({
  ...input,
  price_lists: price_lists.map(({ rules = {}, ...list }) => ({
    ...list,
    rules: Object.entries(rules).map(([attribute, value]) => ({ attribute, value })),
  })),
})

/** The result, with the field names that the cases use. */
function flat(input: PriceChoiceInput) {
  const result = selectPrice(input)
  return (
    result && {
      calculated_amount: result.calculated_amount,
      calculated_price_id: result.calculated_price.id,
      is_calculated_price_price_list: result.is_calculated_price_price_list,
      calculated_price_list_type: result.calculated_price.price_list_type,
      original_amount: result.original_amount,
      original_price_id: result.original_price.id,
      is_original_price_price_list: result.is_original_price_price_list,
      is_calculated_price_tax_inclusive: result.is_calculated_price_tax_inclusive,
      is_original_price_tax_inclusive: result.is_original_price_tax_inclusive,
    }
  )
}

const NOW = '2026-06-15T12:00:00.000Z'
const aPrice = (overrides: Partial<Price> & Pick<Price, 'id' | 'amount'>): Price => ({ currency_code: 'usd', ...overrides })
const aSale = (overrides: Partial<PriceList> = {}): PriceList => ({ id: 'list', status: 'active', type: 'sale', ...overrides })
const anInput = (overrides: Partial<PriceChoiceInput>): PriceChoiceInput => ({
  prices: [],
  now: NOW,
  ...overrides,
  context: { currency_code: 'usd', ...overrides.context },
})
const chosenId = (input: PriceChoiceInput) => selectPrice(input)?.calculated_price.id

describe('the recorded price choices', () => {
  it('are complete', () => {
    expect(cases.length).toBeGreaterThanOrEqual(29)
  })

  it.each(cases.map((entry) => [entry.id, entry.name, entry] as const))('%s %s', (_id, _name, { input, expected }) => {
    if (expected && 'error' in expected) {
      expect(() => selectPrice(inputOf(input))).toThrow(new OperationError('invalid_data', String(expected.error)))
    } else {
      expect(flat(inputOf(input))).toEqual(expected)
    }
  })
})

describe('the result', () => {
  it('has price set, currency, exact amounts, price list and quantity bounds', () => {
    const prices = [
      aPrice({ id: 'base', amount: 10.5, currency_code: 'USD' }),
      aPrice({ id: 'tier', amount: 8, price_list_id: 'list', min_quantity: 2, max_quantity: 9 }),
    ]

    const result = selectPrice(anInput({ price_set_id: 'pset_1', prices, price_lists: [aSale()], context: { quantity: 3 } }))

    expect(result).toEqual({
      id: 'pset_1',
      currency_code: 'usd',
      calculated_amount: 8,
      raw_calculated_amount: { value: '8', precision: 20 },
      is_calculated_price_price_list: true,
      is_calculated_price_tax_inclusive: false,
      calculated_price: { id: 'tier', price_list_id: 'list', price_list_type: 'sale', min_quantity: 2, max_quantity: 9 },
      original_amount: 10.5,
      raw_original_amount: { value: '10.5', precision: 20 },
      is_original_price_price_list: false,
      is_original_price_tax_inclusive: false,
      original_price: { id: 'base', price_list_id: null, price_list_type: null, min_quantity: null, max_quantity: null },
    })
  })

  it('shows a quantity bound of zero as null', () => {
    const prices = [aPrice({ id: 'base', amount: 10, min_quantity: 0 })]

    expect(selectPrice(anInput({ prices }))).toMatchObject({ calculated_price: { min_quantity: null } })
  })

  it('has no original price when there is only a sale price', () => {
    const prices = [aPrice({ id: 'sale', amount: 8, price_list_id: 'list' })]

    const result = selectPrice(anInput({ prices, price_lists: [aSale()] }))

    expect(result).toMatchObject({
      calculated_amount: 8,
      original_amount: null,
      raw_original_amount: null,
      is_original_price_price_list: false,
      original_price: { id: null },
    })
  })
})

describe('a price list', () => {
  const prices = [aPrice({ id: 'base', amount: 10 }), aPrice({ id: 'listed', amount: 5, price_list_id: 'list' })]

  it.each([
    ['from the exact moment it starts', { starts_at: NOW }, 'listed'],
    ['not a millisecond before it starts', { starts_at: '2026-06-15T12:00:00.001Z' }, 'base'],
    ['up to the exact moment it ends', { ends_at: NOW }, 'listed'],
    ['not a millisecond after it ended', { ends_at: '2026-06-15T11:59:59.999Z' }, 'base'],
    ['at any time without dates', { starts_at: null, ends_at: null }, 'listed'],
    ['not as a draft', { status: 'draft' }, 'base'],
    ['not when deleted', { deleted_at: NOW }, 'base'],
  ] as const)('applies %s', (_name, list, expected) => {
    expect(chosenId(anInput({ prices, price_lists: [aSale(list)] }))).toBe(expected)
  })

  it('that is unknown does not apply', () => {
    expect(chosenId(anInput({ prices }))).toBe('base')
  })

  it('of a sale wins a tie with the default price', () => {
    const tied = [aPrice({ id: 'base', amount: 5 }), aPrice({ id: 'listed', amount: 5, price_list_id: 'list' })]

    expect(chosenId(anInput({ prices: tied, price_lists: [aSale()] }))).toBe('listed')
  })

  it('of a sale does not beat a default price of zero', () => {
    const free = [aPrice({ id: 'base', amount: 0 }), aPrice({ id: 'listed', amount: 5, price_list_id: 'list' })]

    expect(chosenId(anInput({ prices: free, price_lists: [aSale()] }))).toBe('base')
  })

  it('of type override wins even when more expensive', () => {
    const dearer = [aPrice({ id: 'base', amount: 5 }), aPrice({ id: 'listed', amount: 9, price_list_id: 'list' })]

    const result = selectPrice(anInput({ prices: dearer, price_lists: [aSale({ type: 'override' })] }))

    expect(result).toMatchObject({ calculated_amount: 9, original_amount: 9, is_original_price_price_list: true })
  })
})

describe('a rule', () => {
  const matches = (rule: PriceRule, context: Record<string, unknown>) =>
    selectPrice(anInput({ prices: [aPrice({ id: 'p', amount: 1, rules: [rule] })], context })) !== null

  it.each([
    ['gt', 100, false],
    ['gt', 100.5, true],
    ['gte', 99.5, false],
    ['gte', 100, true],
    ['lt', 100, false],
    ['lt', 99.5, true],
    ['lte', 100.5, false],
    ['lte', 100, true],
    ['eq', 100, true],
    ['eq', 101, false],
    [undefined, 100, true],
    [null, 101, false],
  ] as const)('%s 100 matches the number %d: %s', (operator, number, expected) => {
    expect(matches({ attribute: 'item_total', value: '100', operator }, { item_total: number })).toBe(expected)
  })

  it.each([
    ['an equal string', 'PL', true],
    ['another string', 'DE', false],
    ['a list that contains it', ['DE', 'PL'], true],
    ['a list that does not contain it', ['DE'], false],
    ['an empty list', [], false],
    ['an empty string', '', false],
    ['null', null, false],
    ['undefined', undefined, false],
  ])('for the value PL matches %s: %s', (_name, region_id, expected) => {
    expect(matches({ attribute: 'region_id', value: 'PL' }, { region_id })).toBe(expected)
  })

  it.each([
    ['the string 50', '50', true],
    ['a list that contains the string', ['50', '60'], true],
    ['the number 50', 50, false],
    ['a list that contains the number', [50, 60], false],
  ])('of a price list for 50 matches %s: %s', (_name, points, expected) => {
    const prices = [aPrice({ id: 'p', amount: 1, price_list_id: 'list' })]
    const price_lists = [aSale({ rules: [{ attribute: 'points', value: ['50'] }] })]

    expect(selectPrice(anInput({ prices, price_lists, context: { points } })) !== null).toBe(expected)
  })

  it.each([true, false])('for the text %s matches the boolean, but not on a price list', (is_business) => {
    const text = String(is_business)
    const prices = [aPrice({ id: 'p', amount: 1, price_list_id: 'list' })]
    const price_lists = [aSale({ rules: [{ attribute: 'is_business', value: [text] }] })]

    expect(matches({ attribute: 'is_business', value: text }, { is_business })).toBe(true)
    expect(selectPrice(anInput({ prices, price_lists, context: { is_business } }))).toBeNull()
  })

  it('never matches when its value is not a number', () => {
    expect(matches({ attribute: 'item_total', value: '', operator: 'gte' }, { item_total: 5 })).toBe(false)
    expect(matches({ attribute: 'item_total', value: 'many', operator: 'lt' }, { item_total: 5 })).toBe(false)
  })

  it.each([
    { customer: { groups: [{ id: 'other' }, { id: 'vip' }] } },
    { 'customer.groups.id': ['other', 'vip'] },
    { customer_group_id: 'vip' },
    { customer_group_id: ['other', 'vip'] },
  ])('on the customer group matches under either name: %j', (context) => {
    for (const attribute of ['customer.groups.id', 'customer_group_id']) {
      expect(matches({ attribute, value: 'vip' }, context)).toBe(true)
      expect(matches({ attribute, value: 'staff' }, context)).toBe(false)
      const prices = [aPrice({ id: 'p', amount: 1, price_list_id: 'list' })]
      const price_lists = [aSale({ rules: [{ attribute, value: ['vip', 'staff'] }] })]
      expect(chosenId(anInput({ prices, price_lists, context }))).toBe('p')
    }
  })
})

describe('a deleted price', () => {
  it('is never chosen', () => {
    expect(selectPrice(anInput({ prices: [aPrice({ id: 'p', amount: 1, deleted_at: NOW })] }))).toBeNull()
  })
})

const rule = fc.record({ attribute: fc.constantFrom('region_id', 'group'), value: fc.constantFrom('a', 'b') })
const price = fc.record({
  amount: fc.integer({ min: 0, max: 5 }),
  currency_code: fc.constantFrom('usd', 'USD', 'eur'),
  min_quantity: fc.option(fc.integer({ min: 0, max: 4 })),
  max_quantity: fc.option(fc.integer({ min: 2, max: 6 })),
  price_list_id: fc.option(fc.constantFrom('sale', 'override', 'draft')),
  rules: fc.uniqueArray(rule, { selector: ({ attribute }) => attribute }),
})
const prices = fc.array(price, { maxLength: 8 }).map((all) => all.map((each, index) => ({ ...each, id: `p${index}` })))
const listRules = fc.uniqueArray(
  fc.record({
    attribute: fc.constantFrom('region_id', 'group'),
    value: fc.uniqueArray(fc.constantFrom('a', 'b'), { minLength: 1 }),
  }),
  { selector: ({ attribute }) => attribute },
)
const input: fc.Arbitrary<PriceChoiceInput> = fc.record({
  prices,
  price_lists: fc
    .tuple(listRules, listRules, listRules)
    .map(([sale, override, draft]) => [
      aSale({ id: 'sale', rules: sale }),
      aSale({ id: 'override', type: 'override' as const, rules: override }),
      aSale({ id: 'draft', status: 'draft' as const, rules: draft }),
    ]),
  context: fc.record({
    currency_code: fc.constantFrom('usd', 'USD'),
    region_id: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
    group: fc.option(fc.subarray(['a', 'b']), { nil: undefined }),
    quantity: fc.option(fc.integer({ min: 1, max: 7 })),
  }),
  now: fc.constant(NOW),
})

describe('for any prices', () => {
  it('the result does not depend on the order of prices and price lists', () => {
    const shuffled = input.chain((drawn) =>
      fc.tuple(
        fc.constant(drawn),
        fc.shuffledSubarray([...drawn.prices], { minLength: drawn.prices.length }),
        fc.shuffledSubarray([...(drawn.price_lists ?? [])], { minLength: 3 }),
      ),
    )

    fc.assert(
      fc.property(shuffled, ([drawn, otherPrices, otherLists]) => {
        expect(selectPrice({ ...drawn, prices: otherPrices, price_lists: otherLists })).toEqual(selectPrice(drawn))
      }),
    )
  })

  it('a sale never charges more than the price without it', () => {
    const open = fc.record({ amount: fc.integer({ min: 0, max: 9 }), price_list_id: fc.constantFrom(null, 'sale') })
    const onSale = fc.tuple(input, fc.array(open, { minLength: 2, maxLength: 6 })).map(([drawn, more]) => ({
      ...drawn,
      prices: [...drawn.prices, ...more.map((one, index) => aPrice({ ...one, id: `open${index}` }))],
      price_lists: [aSale({ id: 'sale' }), ...drawn.price_lists!.slice(1)],
    }))
    let cheaper = 0
    fc.assert(
      fc.property(onSale, (drawn) => {
        const result = selectPrice(drawn)
        const base = selectPrice({ ...drawn, prices: drawn.prices.filter(({ price_list_id }) => price_list_id === null) })
        if (!result || !base || result.calculated_price.price_list_type === 'override') return
        expect(result.calculated_amount).toBeLessThanOrEqual(base.calculated_amount)
        if (result.calculated_amount < base.calculated_amount) cheaper++
      }),
      { numRuns: 300 },
    )
    expect(cheaper).toBeGreaterThan(30)
  })

  it('the chosen price has the requested currency, fits the quantity and belongs to no draft', () => {
    fc.assert(
      fc.property(input, (drawn) => {
        const result = selectPrice(drawn)
        const chosen = drawn.prices.find(({ id }) => id === result?.calculated_price.id)
        const units = drawn.context.quantity ?? 1
        expect(chosen === undefined).toBe(result === null)
        if (!chosen) return
        expect(chosen.currency_code.toLowerCase()).toBe('usd')
        expect(chosen.price_list_id).not.toBe('draft')
        expect(chosen.min_quantity ?? units).toBeLessThanOrEqual(units)
        if (drawn.context.quantity !== null) expect(chosen.max_quantity ?? units).toBeGreaterThanOrEqual(units)
      }),
    )
  })

  it('a price in another currency changes nothing', () => {
    fc.assert(
      fc.property(input, price, (drawn, other) => {
        const foreign = { ...other, id: 'foreign', currency_code: 'gbp' }
        expect(selectPrice({ ...drawn, prices: [...drawn.prices, foreign] })).toEqual(selectPrice(drawn))
      }),
    )
  })
})
