import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cartTotals, orderTotals } from '../src/index.ts'

type Expected = { [field: string]: unknown }

interface Case {
  id: string
  name: string
  input: Parameters<typeof orderTotals>[0]
  expected: Expected
  seed_only?: { gift_card_total: number; gift_card_tax_total: number }
}

const file = new URL('../../../test/data/totals-cases.json', import.meta.url)
const { cases }: { cases: Case[] } = JSON.parse(readFileSync(file, 'utf8'))

describe.each(cases)('$id $name', ({ input, expected, seed_only }) => {
  const isOrder = input.summary !== undefined || input.items?.some(({ detail }) => detail) === true
  const { totals, ...rest } = isOrder ? orderTotals(input) : cartTotals(input)
  const actual = { ...totals, ...rest }

  it('has every expected total', () => {
    expectSame(actual, expected, 'cart')
  })

  it.runIf(seed_only)('has the gift card totals', () => {
    expect(totals).toMatchObject({
      gift_card_total: seed_only!.gift_card_total,
      gift_card_tax_total: seed_only!.gift_card_tax_total,
    })
  })

  it('omits item and shipping totals only when the lines are not loaded', () => {
    expect('item_total' in totals).toBe('item_total' in expected)
    expect('shipping_total' in totals).toBe('shipping_total' in expected)
  })
})

/** Every expected value is there, and the same to the last digit. */
function expectSame(actual: unknown, expected: unknown, path: string) {
  if (Array.isArray(expected)) {
    expect(actual, path).toHaveLength(expected.length)
    expected.forEach((entry, index) => {
      expectSame(Reflect.get(Object(actual), index), entry, `${path}[${index}]`)
    })
  } else if (typeof expected === 'object' && expected !== null) {
    for (const [key, value] of Object.entries(expected)) expectSame(Reflect.get(Object(actual), key), value, `${path}.${key}`)
  } else {
    expect(actual, path).toBe(expected)
  }
}
