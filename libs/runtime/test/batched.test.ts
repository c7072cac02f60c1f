import { describe, expect, it } from 'vitest'
import { batched } from '../src/store/batched.ts'

describe('batched reads', () => {
  it('of one turn become one load, and each caller gets its own result', async () => {
    const loads: [readonly string[], number][] = []
    const read = batched(async (keys: readonly string[], deadline) => {
      loads.push([keys, deadline])
      return keys.map((key) => key.toUpperCase())
    })

    expect(await Promise.all([read('a', 1), read('b', 3), read('a', 2)])).toEqual(['A', 'B', 'A'])
    expect(await read('c', 9)).toBe('C')
    expect(loads).toEqual([
      [['a', 'b', 'a'], 3],
      [['c'], 9],
    ])
  })

  it('fail together when their load fails, and later ones succeed', async () => {
    let fail = true
    const read = batched(async (keys: readonly string[]) => {
      if (fail) throw new Error('away')
      return keys
    })

    const failures = await Promise.allSettled([read('a', 1), read('b', 1)])
    fail = false

    expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await read('a', 1)).toBe('a')
  })

  it('are split when they exceed the size of one load', async () => {
    const sizes: number[] = []
    const read = batched(async (keys: readonly number[]) => {
      sizes.push(keys.length)
      return keys
    })

    await Promise.all(Array.from({ length: 250 }, (_, key) => read(key, 1)))

    expect(sizes).toEqual([100, 100, 50])
  })
})
