import { expect, it } from 'vitest'
import { ENDED_AFTER_MS, operations } from '../src/index.ts'

it('a request counts as ended only after twice the longest deadline, to allow for clock skew', () => {
  const longest = Math.max(...operations.map(({ deadline_ms }) => deadline_ms))
  expect(longest).toBeGreaterThan(5000)
  expect(2 * longest).toBeLessThanOrEqual(ENDED_AFTER_MS)
})
