import { getCart, updateCart } from '@souk/contracts'
import type { AttemptBudget, AttemptTimeouts } from '@souk/runtime'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AttemptPlan } from '../src/forwarding/attempt-plan.ts'

const times = { of: () => 400, hedgeOf: () => 50 } as unknown as AttemptTimeouts
const budgetOf = (left: number) => ({ earn: vi.fn(), take: () => left-- > 0 }) as unknown as AttemptBudget

function plan(operation: typeof getCart | typeof updateCart, { attempts = 0, retries = 100 } = {}) {
  const made = new AttemptPlan(operation, times, { retries: budgetOf(retries), hedges: budgetOf(1) })
  made.attempts = attempts
  return made
}

afterEach(() => vi.useRealTimers())

describe('the plan of a request', () => {
  it.each([
    ['a query once, before its timeout', getCart, [400, 50, 400]],
    ['a mutation only after its timeout', updateCart, [400, 400, 400]],
  ])('asks another replica for %s', (_, operation, expected) => {
    expect([0, 1, 2].map((attempts) => plan(operation, { attempts }).aloneFor)).toEqual(expected)
  })

  it('allows five attempts, within the retry budget shared by all requests', () => {
    expect([1, 4, 5].map((attempts) => plan(updateCart, { attempts }).takeRetry())).toEqual([true, true, false])
    expect(plan(updateCart, { attempts: 1, retries: 0 }).takeRetry()).toBe(false)
  })

  it('tries one other replica when the first one is overloaded, but no third', () => {
    const made = plan(getCart)

    expect([made.afterOverload(), made.afterOverload()]).toEqual([true, false])
  })

  it('does not count attempts without responders, and waits up to three seconds since the last connection', () => {
    vi.useFakeTimers()
    const made = plan(updateCart, { attempts: 3 })

    const waits = [0, 2999, 1].map((ms) => {
      vi.advanceTimersByTime(ms)
      return made.afterNobody()
    })
    made.forgiveNobody()

    expect(waits).toEqual([true, true, false])
    expect(made.attempts).toBe(0)
    expect(made.afterNobody()).toBe(true)
  })

  it('doubles the pause after each attempt, from 25 to 100 ms at first', () => {
    vi.spyOn(Math, 'random').mockReturnValue(1)

    expect([1, 2, 3].map((attempts) => plan(updateCart, { attempts }).pause())).toEqual([100, 200, 400])

    vi.restoreAllMocks()
  })
})
