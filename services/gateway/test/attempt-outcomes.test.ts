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
const unanswered = (reason: Parameters<AttemptOutcomes['unanswered']>[0]): Step => {
  return (outcomes) => outcomes.unanswered(reason)
}

/** @returns the outcomes, and the result of the last step */
function after(steps: readonly Step[], { mutating = true } = {}) {
  const outcomes = new AttemptOutcomes(mutating)
  return { outcomes, said: steps.map((step) => step(outcomes)).at(-1) }
}

describe('an attempt of a mutation is contested', () => {
  it.each([
    ['not as the first', [sent], false],
    ['while another one is open', [sent, sent], true],
    ['after one that went silent', [sent, unanswered('timeout'), sent], true],
    ['after one whose replica is gone', [sent, unanswered('gone'), sent], true],
    ['after one whose outcome is unknown', [sent, answered(unknown), sent], true],
    ['not after one that nobody took', [sent, untaken, sent], false],
    ['not after one that could not be answered', [sent, answered(unavailable), sent], false],
  ] as const)('%s', (_, steps, expected) => {
    expect(after(steps).said).toBe(expected)
    expect(after(steps, { mutating: false }).said).toBe(false)
  })
})

describe('a rejection of a mutation', () => {
  it.each([
    ['is final from the only attempt', [sent, answered(refused)], 'final'],
    ['waits while another attempt is open', [sent, sent, answered(refused)], 'wait'],
    ['waits for good where a silent attempt may still run', [sent, unanswered('timeout'), sent, answered(refused)], 'wait'],
    ['is final where the other attempt can run no more', [sent, unanswered('gone'), sent, answered(refused)], 'final'],
    ['is final at once where it is settled', [sent, sent, answered(reply({ status: 400, settled: true }))], 'final'],
  ] as const)('%s', (_, steps, expected) => {
    expect(after(steps).said).toBe(expected)
  })

  it.each([
    ['is the answer once the other replica is gone', [sent, sent, answered(refused), unanswered('gone')], refused],
    ['is not, while a third attempt is open', [sent, sent, sent, answered(refused), unanswered('gone')], undefined],
    ['is not, when the other attempt went silent', [sent, sent, answered(refused), unanswered('timeout')], undefined],
    [
      'is not, where one that went silent before may still run',
      [sent, unanswered('disconnected'), sent, sent, answered(refused), unanswered('gone')],
      undefined,
    ],
    ['is nothing that a reply worth repeating becomes', [sent, sent, answered(unavailable), unanswered('gone')], undefined],
  ] as const)('%s', (_, steps, expected) => {
    expect(after(steps).said).toBe(expected)
  })
})

describe('when no further attempt is made, the answer', () => {
  const UNKNOWN = { kind: 'outcome_unknown' }
  const LATE = { kind: 'deadline_exceeded' }
  const UNAVAILABLE = { kind: 'unavailable' }
  it.each([
    ['nobody took it', [sent, untaken], UNAVAILABLE, UNAVAILABLE],
    ['the service could not answer', [sent, answered(unavailable)], unavailable, unavailable],
    ['one is open', [sent], UNKNOWN, LATE],
    ['one is open beside a refusal', [sent, sent, answered(unavailable)], UNKNOWN, unavailable],
    ['one went silent', [sent, unanswered('timeout')], UNKNOWN, LATE],
    ['the replica of one is gone', [sent, unanswered('gone')], UNKNOWN, LATE],
    ['the connection was lost, then nobody took it', [sent, unanswered('disconnected'), sent, untaken], UNKNOWN, LATE],
    ['the outcome of one is unknown', [sent, answered(unknown), sent, answered(unavailable)], UNKNOWN, unavailable],
  ] as const)('where %s', (_, steps, ofMutation, ofQuery) => {
    expect(after(steps).outcomes.end()).toMatchObject(ofMutation)
    expect(after(steps, { mutating: false }).outcomes.end()).toMatchObject(ofQuery)
  })
})
