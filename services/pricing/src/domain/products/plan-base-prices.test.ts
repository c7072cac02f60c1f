import fc from 'fast-check'
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
    name: 'named ones move after those that free their keys',
    ...{ present: ['a:eur=5', 'b:usd=7', 'c:dkk=9'], wanted: ['a:usd=5', 'b:dkk=7'] },
    ...{ displaced: ['c'], changes: ['b:dkk=7', 'a:usd=5'] },
  },
  {
    name: 'a named one moves, and another gets its former key',
    ...{ present: ['a:eur=5', 'b:usd=7'], wanted: ['a:usd=5', ':eur=9'] },
    ...{ displaced: ['b'], changes: ['a:usd=5'], puts: [':eur=9'] },
  },
  {
    name: 'named ones in a circle stay, while others move',
    ...{ present: ['a:eur=5', 'b:usd=7', 'c:dkk=9'], wanted: ['a:usd=5', 'b:eur=7', 'c:gbp=9'] },
    ...{ changes: ['c:gbp=9'], puts: ['b:usd=5', 'a:eur=7'] },
  },
]

describe('planBasePrices', () => {
  it.each(cases)('$name', ({ present, wanted, displaced = [], changes = [], puts = [], left = [] }) => {
    const plan = planBasePrices(wanted.map(wish), present.map(price))
    expect({
      displaced: plan.displaced.map(({ id }) => id),
      changes: plan.changes.flat().map(({ id, price: { key, amount } }) => `${id}:${key}=${amount}`),
      puts: plan.puts.map(({ known = '', price: { key, amount } }) => `${known}:${key}=${amount}`),
      left: plan.left.map(({ id }) => id),
    }).toEqual({ displaced, changes, puts, left })
  })

  it('leads to the wanted prices, and never to two with one key', () => {
    const letters = (...all: string[]) => fc.constantFrom(...all)
    const drawn = fc.record({
      present: fc.uniqueArray(letters('eur', 'usd', 'dkk', 'gbp'), { maxLength: 4 }),
      wanted: fc.uniqueArray(fc.tuple(letters('eur', 'usd', 'dkk', 'gbp', 'sek'), fc.option(fc.nat(3))), {
        selector: ([key]) => key,
      }),
    })
    fc.assert(
      fc.property(drawn, (given) => {
        const present = given.present.map((key, at) => price(`p${at}:${key}=1`))
        const names = given.wanted.map(([, at]) => at).filter((at) => at !== null)
        fc.pre(new Set(names).size === names.length)
        const wanted = given.wanted.map(([key, at], n) => wish(`${at === null ? '' : `p${at}`}:${key}=${n + 2}`))
        const { displaced, changes, puts, left } = planBasePrices(wanted, present)

        const prices = new Map(present.map(({ id, key, amount }) => [id, { key, amount }]))
        const holds = (key: string) => [...prices.values()].some((one) => one.key === key)
        for (const { id } of displaced) prices.delete(id)
        for (const { id, price: to } of changes.flat()) {
          expect(holds(to.key)).toBe(false)
          prices.set(id, { key: to.key, amount: to.amount })
        }
        for (const [n, { price: to, known = `new${n}` }] of puts.entries()) {
          expect(prices.get(known)?.key ?? to.key).toBe(to.key)
          prices.set(known, { key: to.key, amount: to.amount })
        }
        for (const { id } of left) prices.delete(id)
        const byKey = (all: { key: string; amount: number }[]) => Object.fromEntries(all.map(({ key, amount }) => [key, amount]))
        expect(prices.size).toBe(wanted.length)
        expect(byKey([...prices.values()])).toEqual(byKey(wanted.map((one) => one.price)))
      }),
    )
  })

  it("a price of another variant's id is a new one", () => {
    const foreign = { ...price('a:eur=5'), variant_id: 'variant_2' }
    const plan = planBasePrices([wish('a:usd=5')], [foreign])
    expect([plan.changes, plan.puts.map(({ known }) => known), plan.left]).toEqual([[], [undefined], [foreign]])
  })
})
