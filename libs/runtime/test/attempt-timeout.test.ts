import { getMember, logIn } from '@souk/contracts'
import { expect, it } from 'vitest'
import { createAttemptTimeouts } from '../src/bus/attempt-timeout.ts'

const after = (ms: number, times: number) => {
  const attempts = createAttemptTimeouts()
  for (let i = 0; i < times; i++) attempts.learn(getMember, ms)
  return attempts.of(getMember)
}

it.each([
  ['nothing has been measured yet', after(0, 0), 500],
  ['replies are fast', after(5, 100), 500],
  ['replies are consistently slow', Math.round(after(800, 1000)), 800],
  ['replies take very long', after(60_000, 100), 2000],
])('when %s, an attempt times out after %i ms', (_when, waited, expected) => {
  expect(waited).toBe(expected)
})

it('the timeout grows at once when answer times vary', () => {
  expect(after(400, 1)).toBe(1200)
})

it('the timeout is never shorter than declared in the contract', () => {
  const attempts = createAttemptTimeouts()
  attempts.learn(logIn, 10)

  expect(attempts.of(logIn)).toBe(3000)
})
