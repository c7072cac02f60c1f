import { describe, expect, it } from 'vitest'
import { judgeAnswers } from './judge.ts'
import type { Outcome } from './load.ts'
import { readOptions } from './options.ts'
import { seededRandom } from './random.ts'
import { scenarios } from './scenarios.ts'
import { consume } from './workload/event-stream.ts'
import { revisionProblems, staleReads } from './workload/revisions.ts'
import { verifyEffects } from './workload/verify-effects.ts'

let at = 0
/** A write on `cart` that was answered, each begun after the one before had ended. */
const write = (token: string, revision: number | undefined, overrides: Partial<Outcome> = {}): Outcome => ({
  request: { operation: 'cart.x', method: 'POST', path: '/', headers: {}, expected: 200, effect: { aggregate: 'cart', token } },
  scheduled_at: ++at,
  sent_at: at,
  ended_at: ++at,
  status: 200,
  revision,
  retry_after: undefined,
  code: undefined,
  ...overrides,
})
const unknown = (token: string) => write(token, undefined, { status: 504, code: 'outcome_unknown' })
const read = (revision: number): Outcome => ({
  ...write('', revision),
  request: { operation: 'cart.get-cart', method: 'GET', path: '/', headers: {}, expected: 200, reads: 'cart' },
})
const before = new Map([['cart', { revision: 1, event_seq: 1 }]])
const found = (revision: number, tokens: Record<string, number>, event_seq = revision) =>
  new Map([['cart', { revision, event_seq, tokens: new Map(Object.entries(tokens)) }]])

describe('the checker of effects', () => {
  it('finds nothing wrong with writes that are there once', () => {
    const outcomes = [write('a', 2), write('b', 3), unknown('c')]

    expect(verifyEffects(before, found(3, { a: 1, b: 1 }), outcomes)).toEqual({
      acknowledged: 2,
      missing: 0,
      doubled: 0,
      unknown_applied: 0,
      problems: [],
    })
    expect(verifyEffects(before, found(4, { a: 1, b: 1, c: 1 }), outcomes)).toMatchObject({ unknown_applied: 1, problems: [] })
  })

  it.each([
    ['an acknowledged write that is missing', found(2, { a: 1 }), { missing: 1 }, /lacks b/],
    ['a write that is there twice', found(4, { a: 1, b: 2 }), { doubled: 1 }, /has b 2 times/],
    ['a revision without an effect', found(4, { a: 1, b: 1 }, 3), {}, /from revision 1 to 4 with 2 effects/],
    ['an event too many', found(3, { a: 1, b: 1 }, 4), {}, /announced 3 events of 2 effects/],
    ['a record that is gone', new Map(), {}, /is gone/],
  ])('finds %s', (_what, after, counts, sentence) => {
    const result = verifyEffects(before, after, [write('a', 2), write('b', 3)])

    expect(result).toMatchObject(counts)
    expect(result.problems.join('\n')).toMatch(sentence)
  })
})

describe('the checker of revisions', () => {
  it.each([
    ['a revision that was acknowledged twice', 3, [write('a', 2), write('b', 2)], /acknowledged twice/],
    ['a revision beyond the last', 2, [write('a', 3)], /the last one is 2/],
    ['a revision that belongs to nobody', 4, [write('a', 2), write('b', 4)], /1 revisions belong to nobody/],
    ['a write that went before one that had ended', 3, [write('a', 3), write('b', 2)], /below one that had been acknowledged/],
  ])('finds %s', (_what, last, writes, sentence) => {
    expect(revisionProblems('cart', 1, last, writes).join('\n')).toMatch(sentence)
  })

  it('lets unknown outcomes fill gaps, and concurrent writes take any order', () => {
    const begun = ++at
    const together = [write('a', 3), write('b', 2)].map((one) => ({ ...one, sent_at: begun }))

    expect(revisionProblems('cart', 1, 3, together)).toEqual([])
    expect(revisionProblems('cart', 1, 4, [write('a', 2), unknown('b'), write('c', 4)])).toEqual([])
  })

  it('finds a read that does not know an acknowledged write', () => {
    expect(staleReads([read(1), write('a', 2), read(2)])).toEqual([])
    expect(staleReads([write('a', 2), read(1)])).toHaveLength(1)
  })
})

it('judges answers: failures, refusals, and 503 without Retry-After', () => {
  const fine = [write('a', 2)]
  expect(judgeAnswers(fine)).toEqual([])
  expect(judgeAnswers([...fine, unknown('b')])[0]).toMatch(/^failed: 504 outcome_unknown: 1/)
  expect(judgeAnswers([...fine, write('b', undefined, { status: 400, code: 'invalid_data' })])[0]).toMatch(/^refused/)
  expect(judgeAnswers([write('b', undefined, { status: 503, code: 'overloaded' })], () => true)).toEqual([
    '1 answers of 503 or 429 without Retry-After',
  ])
})

it('consumes events as consumers do: repeats are dropped, gaps are noticed', () => {
  const event = (id: string, seq: number) => ({ id, seq, type: 't', at: '', ids: {} })

  expect(consume([event('a', 1), event('b', 1), event('a', 1), event('a', 2)])).toMatchObject({
    distinct: 3,
    repeated: 1,
    gaps: [],
  })
  expect(consume([event('a', 1), event('a', 3), event('a', 2)]).gaps).toEqual(['a: event 3 came after 1'])
})

describe('arguments of the fault suite', () => {
  const names = scenarios.map(({ name }) => name)

  it('takes values after a space or an equals sign', () => {
    expect(readOptions(['--only', 'nats,replicas', '--seconds=20', '--rate=50', '--seed', '3'], names)).toEqual({
      only: ['nats', 'replicas'],
      seconds: 20,
      rate: 50,
      seed: 3,
      history: undefined,
    })
  })

  it.each([
    [['--only', 'everything'], /everything must be among/],
    [['--seconds', '1'], /--seconds 1 must be/],
    [['--fast', '1'], /unknown argument.*--fast/],
  ])('refuses %j by name', (args, expected) => {
    expect(() => readOptions(args, names)).toThrow(expected)
  })
})

it('draws the same numbers from the same seed', () => {
  const draw = (seed: number) => Array.from({ length: 5 }, seededRandom(seed))

  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
  expect(draw(7).every((number) => number >= 0 && number < 1)).toBe(true)
})
