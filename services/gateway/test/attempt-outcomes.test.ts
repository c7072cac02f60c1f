import type { Reply } from '@souk/runtime'
import { describe, expect, it } from 'vitest'
import { AttemptOutcomes } from '../src/forwarding/attempt-outcomes.ts'

const reply = (parts: Partial<Reply> = {}) => ({ status: 200, ...parts }) as Reply
const refused = reply({ status: 400 })
const unavailable = reply({ status: 503, failure: 'unavailable' })
const unknown = reply({ status: 504, failure: 'outcome_unknown' })

type Step = (outcomes: AttemptOutcomes) => unknown
const sent: Step = (outcomes) => outcomes.sent()
const untaken: Step = (outcomes) => outcomes.untaken()
const answered = (with_: Reply): Step => {
  return (outcomes) => outcomes.answered(with_)
}
const unanswered: Step = (outcomes) => outcomes.unanswered()

/** @returns the outcomes, and the result of the last step */
function after(steps: readonly Step[], { mutating = true } = {}) {
  const outcomes = new AttemptOutcomes(mutating)
  return { outcomes, said: steps.map((step) => step(outcomes)).at(-1) }
}

describe('an attempt of a mutation is contested', () => {
  it.each([
    ['not when it is the first', [sent], false],
    ['while another one is open', [sent, sent], true],
    ['after one that was not answered', [sent, unanswered, sent], true],
    ['after one whose outcome is unknown', [sent, answered(unknown), sent], true],
    ['not after one that no replica took', [sent, untaken, sent], false],
    ['not after one that was answered as unavailable', [sent, answered(unavailable), sent], false],
  ] as const)('%s', (_, steps, expected) => {
    expect(after(steps).said).toBe(expected)
    expect(after(steps, { mutating: false }).said).toBe(false)
  })
})

describe('a rejection of a mutation', () => {
  it.each([
    ['is final from the only attempt', [sent, answered(refused)], 'final'],
    ['waits while another attempt is open', [sent, sent, answered(refused)], 'wait'],
    ['waits while an attempt without an answer may still run', [sent, unanswered, sent, answered(refused)], 'wait'],
    ['is final when no replica took the other attempt', [sent, untaken, sent, answered(refused)], 'final'],
    ['is final at once when it is settled', [sent, sent, answered(reply({ status: 400, settled: true }))], 'final'],
  ] as const)('%s', (_, steps, expected) => {
    expect(after(steps).said).toBe(expected)
  })

  it.each([
    ['needs another attempt once the other one gets no answer', [sent, sent, answered(refused), unanswered], true],
    ['needs none while a third attempt is open', [sent, sent, sent, answered(refused), unanswered], false],
    ['is not what a retryable reply becomes', [sent, sent, answered(unavailable), unanswered], false],
  ] as const)('%s', (_, steps, expected) => {
    expect(after(steps).said).toBe(expected)
  })
})

describe('when no further attempt is made, the answer', () => {
  const UNKNOWN = { kind: 'outcome_unknown' }
  const LATE = { kind: 'deadline_exceeded' }
  const UNAVAILABLE = { kind: 'unavailable' }
  it.each([
    ['no replica took an attempt', [sent, untaken], UNAVAILABLE, UNAVAILABLE],
    ['the service could not answer', [sent, answered(unavailable)], unavailable, unavailable],
    ['one attempt is open', [sent], UNKNOWN, LATE],
    ['one attempt is open and another was unavailable', [sent, sent, answered(unavailable)], UNKNOWN, unavailable],
    ['one attempt was not answered', [sent, unanswered], UNKNOWN, LATE],
    ['one attempt was not answered and no replica took the retry', [sent, unanswered, sent, untaken], UNKNOWN, LATE],
    ['the outcome of one attempt is unknown', [sent, answered(unknown), sent, answered(unavailable)], UNKNOWN, unavailable],
  ] as const)('where %s', (_, steps, ofMutation, ofQuery) => {
    expect(after(steps).outcomes.end()).toMatchObject(ofMutation)
    expect(after(steps, { mutating: false }).outcomes.end()).toMatchObject(ofQuery)
  })
})
