import { expect, it } from 'vitest'
import { createConcurrencyLimit } from '../src/load/concurrency-limit.ts'

const cart = { service: 'cart', deadline_ms: 1000 } as const
const orders = { service: 'orders', deadline_ms: 1000 } as const
const never = () => new Promise<never>(() => {})
const failing = () => Promise.reject(new Error('no'))

it('rejects requests beyond the limit of a service at once, and counts each service separately', async () => {
  const within = createConcurrencyLimit(2)
  void within(cart, never)
  void within(cart, never)

  await expect(within(cart, async () => 'done')).rejects.toMatchObject({ kind: 'overloaded', retry_after: 1 })
  expect(await within(orders, async () => 'done')).toBe('done')
})

it('accepts more when a request ends, successfully or not', async () => {
  const within = createConcurrencyLimit(1)

  await expect(within(cart, failing)).rejects.toThrow('no')

  expect(await within(cart, async () => 'first')).toBe('first')
  expect(await within(cart, async () => 'second')).toBe('second')
})

it('lowers the limit to no less than 32 while answers are slow, and restores it when they are fast again', async () => {
  const clock = { now: 0 }
  const within = createConcurrencyLimit(100, () => clock.now)
  /** How many are accepted at once before one is rejected. */
  async function taken(service: typeof cart | typeof orders) {
    const ends: (() => void)[] = []
    const all: Promise<unknown>[] = []
    for (let refused = false; !refused; ) {
      const one = within(service, () => new Promise<void>((end) => void ends.push(end)))
      await Promise.race([one, null]).catch(() => (refused = true))
      all.push(one)
    }
    for (const end of ends) end()
    await Promise.allSettled(all)
    return ends.length
  }
  async function answers(count: number, ms: number) {
    for (let n = 0; n < count; n++)
      await within(cart, async () => {
        clock.now += ms
      })
  }

  expect(await taken(cart)).toBe(100)
  await answers(10, 501)
  const fewer = await taken(cart)
  expect(fewer).toBeGreaterThan(50)
  expect(fewer).toBeLessThan(65)

  await answers(200, 900)
  expect(await taken(cart)).toBe(32)
  expect(await taken(orders)).toBe(100)

  await answers(100, 500)
  expect(await taken(cart)).toBe(100)
})
