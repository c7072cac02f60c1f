import { describe, expect, it } from 'vitest'
import type { PriceRecord } from '../prices/price.ts'
import type { WantedPrice } from './base-prices.ts'
import { planBasePrices } from './plan-base-prices.ts'

/** `'a:eur=5'`: the price with id a, key eur and amount 5. */
function price(text: string): PriceRecord {
  const [, id, key, amount] = /^(\w*):(\w+)=(\d+)$/.exec(text)!
  return { id, key, amount: Number(amount), variant_id: 'variant_1' } as PriceRecord
}
const wish = (text: string): WantedPrice => ({ price: { ...price(text), id: 'new' }, id: price(text).id || undefined })

interface Case {
  name: string
  present: string[]
  wanted: string[]
  displaced?: string[]
  changes?: string[]
  puts?: string[]
  left?: string[]
}

const cases: Case[] = [
  { name: 'equal prices stay', present: ['a:eur=5'], wanted: [':eur=5'] },
  { name: 'another amount is put on the one with the key', present: ['a:eur=5'], wanted: [':eur=6'], puts: ['a:eur=6'] },
  { name: 'a new key is created', present: [], wanted: [':eur=6'], puts: [':eur=6'] },
  { name: 'one that is not wanted goes last', present: ['a:eur=5'], wanted: [], left: ['a'] },
  { name: 'a named one gets its new key', present: ['a:eur=5'], wanted: ['a:usd=5'], changes: ['a:usd=5'] },
  {
    name: 'a named one takes the key of one that is left out',
    ...{ present: ['a:eur=5', 'b:usd=7'], wanted: ['a:usd=5'] },
    ...{ displaced: ['b'], changes: ['a:usd=5'] },
  },
  {
    name: 'a named one with its own key displaces nothing',
    ...{ present: ['a:eur=5', 'b:usd=7'], wanted: ['a:eur=6'] },
    ...{ puts: ['a:eur=6'], left: ['b'] },
  },
  {
    name: 'named ones that swap keys both stay, each with the amount of its key',
    ...{ present: ['a:eur=5', 'b:usd=7'], wanted: ['a:usd=5', 'b:eur=7'], puts: ['b:usd=5', 'a:eur=7'] },
  },
  {
    name: 'one that the request names and another wants the key of is not displaced',
    ...{ present: ['a:eur=5', 'b:usd=7'], wanted: ['a:usd=5', 'b:dkk=7'], puts: ['b:usd=5', ':dkk=7'], left: ['a'] },
  },
]

describe('planBasePrices', () => {
  it.each(cases)('$name', ({ present, wanted, displaced = [], changes = [], puts = [], left = [] }) => {
    const plan = planBasePrices(wanted.map(wish), present.map(price))
    expect({
      displaced: plan.displaced.map(({ id }) => id),
      changes: plan.changes.map(({ id, price: { key, amount } }) => `${id}:${key}=${amount}`),
      puts: plan.puts.map(({ known = '', price: { key, amount } }) => `${known}:${key}=${amount}`),
      left: plan.left.map(({ id }) => id),
    }).toEqual({ displaced, changes, puts, left })
  })

  it("a price of another variant's id is a new one", () => {
    const foreign = { ...price('a:eur=5'), variant_id: 'variant_2' }
    const plan = planBasePrices([wish('a:usd=5')], [foreign])
    expect([plan.changes, plan.puts.map(({ known }) => known), plan.left]).toEqual([[], [undefined], [foreign]])
  })
})
