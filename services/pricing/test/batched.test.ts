import { overloaded } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { batched } from '../src/batched.ts'

interface Item {
  name: string
  onWait?: () => void
}

describe('batched', () => {
  it('does what waits for one key in one go, and other keys beside it', async () => {
    const batches: string[][] = []
    const run = batched(async (items: readonly Item[]) => {
      batches.push(items.map(({ name }) => name))
      await new Promise((resolve) => setImmediate(resolve))
      return []
    })

    await Promise.all([run('a', { name: '1' }), run('a', { name: '2' }), run('b', { name: '3' }), run('a', { name: '4' })])

    expect(batches).toEqual([['1'], ['3'], ['2', '4']])
  })

  it('refuses each for its own reason, and goes on after a failure', async () => {
    const run = batched(async (items: readonly Item[]) => {
      if (items.some(({ name }) => name === 'broken')) throw new Error('away')
      return items.map(({ name }) => (name === 'full' ? overloaded() : undefined))
    })

    const outcomes = await Promise.allSettled([
      run('a', { name: 'broken' }),
      run('a', { name: 'full' }),
      run('a', { name: 'fine' }),
    ])

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  })

  it('tells who has to wait, and lets no more than 256 wait', async () => {
    let waited = 0
    const run = batched(async (items: readonly Item[]) => {
      await new Promise((resolve) => setImmediate(resolve))
      return items.map(() => undefined)
    })

    const outcomes = await Promise.allSettled(Array.from({ length: 300 }, () => run('a', { name: 'x', onWait: () => waited++ })))

    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(waited + refused.length + 1).toBe(300)
    expect(waited).toBe(256)
  })
})
