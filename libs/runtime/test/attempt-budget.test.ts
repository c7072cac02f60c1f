import { describe, expect, it } from 'vitest'
import { type AttemptBudget, createHedgeBudget, createRetryBudget } from '../src/bus/attempt-budget.ts'

function drain(budget: AttemptBudget): number {
  for (let taken = 0; ; taken++) if (!budget.take()) return taken
}

describe.each([
  { of: 'retries', create: createRetryBudget, most: 200, of_1000_requests: 100, per_second: 5 },
  { of: 'hedged requests', create: createHedgeBudget, most: 50, of_1000_requests: 50, per_second: 1 },
])('the budget of $of', ({ create, most, of_1000_requests, per_second }) => {
  it('grants what is left from quiet times, then a share of all requests and some per second', () => {
    const clock = { ms: 0 }
    const budget = create(() => clock.ms)
    expect(drain(budget)).toBe(most)

    let taken = 0
    for (let request = 0; request < 1000; request++) {
      budget.earn()
      if (budget.take()) taken++
    }
    expect(Math.abs(taken - of_1000_requests)).toBeLessThanOrEqual(1) // sums of shares are not exact

    drain(budget)
    clock.ms += 2000
    expect(Math.abs(drain(budget) - 2 * per_second)).toBeLessThanOrEqual(1)
  })

  it('saves no more than its capacity', () => {
    const clock = { ms: 0 }
    const budget = create(() => clock.ms)
    for (let request = 0; request < 10_000; request++) budget.earn()
    clock.ms += 3600_000
    expect(drain(budget)).toBe(most)
  })
})
