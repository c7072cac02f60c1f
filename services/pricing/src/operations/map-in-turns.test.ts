import { expect, it } from 'vitest'
import { mapInTurns } from './map-in-turns.ts'

it('maps items in order and yields to other work in between', async () => {
  let [turns, isDone] = [0, false]
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const items = Array.from({ length: 100 }, (_, n) => n)
  const seen = await mapInTurns(items, (n, at) => [n, at, turns] as const)
  isDone = true
  expect(seen.map(([n, at]) => [n, at])).toEqual(items.map((n) => [n, n]))
  expect(seen.at(-1)![2]).toBeGreaterThanOrEqual(4)
})

it('rejects when the mapping of an item fails', async () => {
  const failing = (n: number) => {
    if (n === 2) throw new Error('no')
    return n
  }
  await expect(mapInTurns([1, 2, 3], failing)).rejects.toThrow('no')
  expect(await mapInTurns([], failing)).toEqual([])
})
