import { describe, expect, it } from 'vitest'
import { verdictOn } from '../src/forwarding/verdict.ts'

const alone = { mutating: true, contested: false }
const contested = { mutating: true, contested: true }
const hedged = { mutating: false, contested: true }

describe('the verdict on a reply', () => {
  it.each([
    ['success', { status: 200 }, { alone: 'final', contested: 'final', hedged: 'final' }],
    ['a rejection', { status: 404 }, { alone: 'final', contested: 'wait', hedged: 'final' }],
    ['a settled rejection', { status: 404, settled: true }, { alone: 'final', contested: 'final', hedged: 'final' }],
    ['a defect', { status: 500, failure: 'unexpected_state' }, { alone: 'final', contested: 'wait', hedged: 'wait' }],
    ['an overloaded service', { status: 503, failure: 'overloaded' }, { alone: 'again', contested: 'again', hedged: 'again' }],
    [
      'a service whose database is unavailable',
      { status: 503, failure: 'unavailable' },
      { alone: 'again', contested: 'again', hedged: 'again' },
    ],
    [
      'a write with an unknown outcome, even if settled',
      { status: 504, failure: 'outcome_unknown', settled: true },
      { alone: 'again', contested: 'again', hedged: 'again' },
    ],
    [
      'an exceeded deadline',
      { status: 504, failure: 'deadline_exceeded' },
      { alone: 'final', contested: 'wait', hedged: 'wait' },
    ],
  ] as const)('for %s', (_, reply, expected) => {
    const whole = { settled: false, failure: undefined, ...reply }
    expect({
      alone: verdictOn(whole, alone),
      contested: verdictOn(whole, contested),
      hedged: verdictOn(whole, hedged),
    }).toEqual(expected)
  })
})
