import { expect, it } from 'vitest'
import { ENDED_AFTER_MS, operations } from '../src/index.ts'

it('the longest deadline, and as much again for clocks that differ, is over when a request is taken for ended', () => {
  const longest = Math.max(...operations.map(({ deadline_ms }) => deadline_ms))
  expect(longest).toBeGreaterThan(5000)
  expect(2 * longest).toBeLessThanOrEqual(ENDED_AFTER_MS)
})
