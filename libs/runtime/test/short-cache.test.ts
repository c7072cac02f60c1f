import { describe, expect, it } from 'vitest'
import { createShortCache } from '../src/store/short-cache.ts'

function counted(options: { max?: number } = {}) {
  const clock = { now: 1 }
  const loads: string[] = []
  const cache = createShortCache<string>({ now: () => clock.now, ...options })
  const read = (key: string) => cache.get(key, async () => `${key}${loads.push(key)}`)
  return { clock, loads, read }
}

describe('a short-lived cache', () => {
  it('loads each key once per second', async () => {
    const { clock, loads, read } = counted()

    expect([await read('a'), await read('a'), await read('b')]).toEqual(['a1', 'a1', 'b2'])
    clock.now = 1001
    expect(await read('a')).toBe('a1')
    clock.now = 1002
    expect(await read('a')).toBe('a3')
    expect(loads).toEqual(['a', 'b', 'a'])
  })

  it('shares one load among concurrent callers', async () => {
    const { loads, read } = counted()

    await Promise.all([read('a'), read('a'), read('a')])

    expect(loads).toEqual(['a'])
  })

  it('gives a load a deadline of its own, as callers with other deadlines share it', async () => {
    const cache = createShortCache<number>()
    const load = async (deadline: number) => deadline
    const began = Date.now()
    const [first, second] = await Promise.all([cache.get('a', load), cache.get('a', load)])

    expect(first - began).toBeGreaterThanOrEqual(5000)
    expect(second).toBe(first)
  })

  it('does not cache a failure', async () => {
    let calls = 0
    const cache = createShortCache<string>()
    async function load() {
      if (++calls === 1) throw new Error('away')
      return 'there'
    }

    await expect(cache.get('a', load)).rejects.toThrow('away')
    expect(await cache.get('a', load)).toBe('there')
  })

  it('keeps at most the given number of entries', async () => {
    const { loads, read } = counted({ max: 2 })

    for (const key of ['a', 'b', 'c', 'c', 'b', 'a']) await read(key)

    expect(loads).toEqual(['a', 'b', 'c', 'a'])
  })

  it('drops forgotten keys, and does not keep excluded values', async () => {
    const cache = createShortCache<number>({ keeps: (value) => value > 1, now: () => 0 })
    let loads = 0
    const read = () => cache.get('a', async () => ++loads)

    expect([await read(), await read(), await read()]).toEqual([1, 2, 2])
    cache.forget('a')
    expect(await read()).toBe(3)
  })
})
