import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFailureLimit } from '../src/bus/failure-limit.ts'
import { createCounter } from '../src/bus/shared-counts.ts'

const counting = () => {
  const { get, grow } = createCounter()
  return createFailureLimit({ get, add: (client) => grow(client, 1) }, { max: 20 })
}
const attempt = (limit: ReturnType<typeof counting>, client: string) => {
  limit.assertAllowed(client)
  limit.count(client)
}
const times = (count: number, work: () => void) => Array.from({ length: count }, work)

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 0 }))
afterEach(() => void vi.useRealTimers())

describe('failure limit', () => {
  it('allows 20 failures per minute, then rejects with retry_after until the minute is over', () => {
    const limit = counting()
    times(20, () => attempt(limit, 'cart_1'))
    vi.setSystemTime(59_500)

    expect(() => limit.assertAllowed('cart_1')).toThrow(
      expect.objectContaining({ kind: 'rate_limited', retry_after: 1, message: 'Too many failed attempts; try again later' }),
    )
    vi.setSystemTime(60_000)
    expect(() => times(20, () => attempt(limit, 'cart_1'))).not.toThrow()
    expect(() => limit.assertAllowed('cart_1')).toThrow('Too many failed attempts')
  })

  it('counts each client separately', () => {
    const limit = counting()
    times(20, () => attempt(limit, 'cart_1'))

    expect(() => limit.assertAllowed('cart_2')).not.toThrow()
  })

  it('remembers ten thousand clients, and evicts the least recently seen', () => {
    const limit = counting()
    for (const client of ['first', 'second']) times(20, () => attempt(limit, client))
    limit.count('first')
    times(9_999, () => limit.count(`${Math.random()}`))

    expect(() => limit.assertAllowed('first')).toThrow()
    expect(() => limit.assertAllowed('second')).not.toThrow()
  })
})
