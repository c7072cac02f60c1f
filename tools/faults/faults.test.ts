import { describe, expect, it } from 'vitest'
import { judgeAnswers } from './judge.ts'
import type { Outcome } from './load.ts'
import { helpFor, readOptions } from './options.ts'
import { seededRandom } from './random.ts'
import { scenarios } from './scenarios.ts'
import { consume } from './workload/event-stream.ts'
import { revisionProblems, staleReads, wronglyShown } from './workload/revisions.ts'
import { turnProblems } from './workload/turns.ts'
import { verifyEffects } from './workload/verify-effects.ts'
import { type FoundPrice, verifySamePrice } from './workload/verify-same-price.ts'

let at = 0
/** An answered write on `cart`, begun after the previous one had ended. */
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
const refused = (token: string, status = 400) => write(token, undefined, { status, code: 'invalid_data' })
const read = (revision: number): Outcome => ({
  ...write('', revision),
  request: { operation: 'cart.get-cart', method: 'GET', path: '/', headers: {}, expected: 200, reads: 'cart' },
})
const before = new Map([['cart', { revision: 1, event_seq: 1 }]])
const found = (revision: number, tokens: Record<string, number>, event_seq = revision) =>
  new Map([['cart', { revision, event_seq, tokens: new Map(Object.entries(tokens)) }]])

describe('the checker of effects', () => {
  const clean = { acknowledged: 2, missing: 0, doubled: 0, unknownApplied: 0, refusedApplied: 0, problems: [] }

  it('finds nothing wrong with writes that were carried out once', () => {
    const outcomes = [write('a', 2), write('b', 3), unknown('c'), refused('d')]

    expect(verifyEffects(before, found(3, { a: 1, b: 1 }), outcomes)).toEqual(clean)
    expect(verifyEffects(before, found(4, { a: 1, b: 1, c: 1 }), outcomes)).toEqual({ ...clean, unknownApplied: 1 })
  })

  it('allows a rejection to raise the revision, but not to publish an event', () => {
    expect(verifyEffects(before, found(3, { a: 1 }, 2), [write('a', 2), refused('b')]).problems).toEqual([])
    expect(verifyEffects(before, found(3, { a: 1 }, 3), [write('a', 2), refused('b')]).problems).not.toEqual([])
  })

  it.each([
    ['a missing acknowledged write', found(2, { a: 1 }), { missing: 1 }, /lacks b/],
    ['a duplicate write', found(4, { a: 1, b: 2 }), { doubled: 1 }, /has b 2 times/],
    ['a revision without an effect', found(4, { a: 1, b: 1 }, 3), {}, /from revision 1 to 4 with 2 effects/],
    ['a surplus event', found(3, { a: 1, b: 1 }, 4), {}, /announced 3 events of 2 effects/],
    ['a lost record', new Map(), {}, /is gone/],
  ])('finds %s', (_what, after, counts, sentence) => {
    const result = verifyEffects(before, after, [write('a', 2), write('b', 3)])

    expect(result).toMatchObject(counts)
    expect(result.problems.join('\n')).toMatch(sentence)
  })

  it.each([400, 404, 409, 412])('finds a write that was rejected with %i but carried out', (status) => {
    const result = verifyEffects(before, found(3, { a: 1, b: 1 }), [write('a', 2), refused('b', status)])

    expect(result).toMatchObject({ refusedApplied: 1, unknownApplied: 0 })
    expect(result.problems.join('\n')).toMatch(`cart has b, which was refused with ${status}`)
  })
})

describe('the checker of revisions', () => {
  const counts = (revision: number, event_seq = revision) => ({ revision, event_seq })

  it.each([
    ['a revision acknowledged twice', counts(3), [write('a', 2), write('b', 2)], /acknowledged twice/],
    ['a revision beyond the last', counts(2), [write('a', 3)], /the last one is 2/],
    ['an effect without a write', counts(4), [write('a', 2), write('b', 4)], /1 effects belong to nobody/],
    ['an effect of a rejected write', counts(3), [write('a', 3), refused('b')], /1 effects belong to nobody/],
    ['a write without an effect', counts(3, 2), [write('a', 2), write('b', 3)], /2 writes were acknowledged, but 1 had/],
    ['a revision without a write', counts(4, 2), [write('a', 2), refused('b')], /from revision 1 to 4 with 1 effects/],
    [
      'a write below one that was acknowledged before it',
      counts(3),
      [write('a', 3), write('b', 2)],
      /below one that had been acknowledged/,
    ],
  ])('finds %s', (_what, last, writes, sentence) => {
    expect(revisionProblems('cart', counts(1), last, writes).join('\n')).toMatch(sentence)
  })

  it('allows unknown outcomes to fill gaps, and concurrent writes in any order', () => {
    const begun = ++at
    const together = [write('a', 3), write('b', 2)].map((one) => ({ ...one, sent_at: begun }))

    expect(revisionProblems('cart', counts(1), counts(3), together)).toEqual([])
    expect(revisionProblems('cart', counts(1), counts(4), [write('a', 2), unknown('b'), write('c', 4)])).toEqual([])
  })

  it('finds a read that misses an acknowledged write', () => {
    expect(staleReads([read(1), write('a', 2), read(2)])).toEqual([])
    expect(staleReads([write('a', 2), read(1)])).toHaveLength(1)
  })

  it('finds a read that misses an acknowledged effect, or shows a rejected one', () => {
    const shows = (...shown: string[]): Outcome => ({ ...read(0), revision: undefined, shown })

    expect(wronglyShown([shows(), write('a', undefined), unknown('b'), shows('a'), shows('a', 'b')])).toEqual([])
    expect(wronglyShown([write('a', undefined), shows()])[0]).toMatch(/does not show a/)
    expect(wronglyShown([refused('a'), shows('a')])[0]).toMatch(/shows a, which was refused/)
  })
})

describe('the checker of alternating writes', () => {
  const put = (overrides: Partial<Outcome> = {}) => write('card', undefined, overrides)
  const take = (overrides: Partial<Outcome> = {}) => {
    const one = write('card', undefined, overrides)
    return { ...one, request: { ...one.request, method: 'DELETE' as const } }
  }
  const conflict = { status: 409, code: 'concurrent_modification' }
  const invalid = { status: 400, code: 'invalid_data' }
  const failed = { status: 504, code: 'outcome_unknown' }

  it.each([
    [[put(), take()], false],
    [[put(), take(conflict)], true],
    [[put(conflict), take(invalid)], false],
    [[put(), take(failed)], true],
    [[put(), take(failed)], false],
    [[put(), take(failed), put(invalid)], true],
    [[], false],
  ])('finds nothing wrong with correct answers (%#)', (turns, isOn) => {
    expect(turnProblems('card', turns, isOn)).toEqual({ missing: 0, refusedApplied: 0, problems: [] })
  })

  it.each([
    ['a lost write', [put()], false, { missing: 1, refusedApplied: 0 }, /card is off .* was acknowledged last/],
    [
      'a rejected write that was carried out',
      [put(), take(conflict)],
      false,
      { missing: 0, refusedApplied: 1 },
      /refused with 409 last/,
    ],
    ['a rejection that contradicts the known state', [put(), take(invalid)], false, {}, /refused with 400, although it was on/],
  ])('finds %s', (_what, turns, isOn, counts, sentence) => {
    const result = turnProblems('card', turns, isOn)

    expect(result).toMatchObject(counts)
    expect(result.problems.join('\n')).toMatch(sentence)
  })
})

describe('the checker of one price with many writers', () => {
  const price = (amounts: (string | undefined)[], overrides: Partial<FoundPrice> = {}): FoundPrice => ({
    amount: amounts.findLast((one) => one !== undefined) ?? '',
    revision: amounts.length,
    event_seq: amounts.length,
    applied: amounts.map((token, n) => ({ token, revision: n + 1 })),
    ...overrides,
  })
  const set = (token: string, overrides: Partial<Outcome> = {}) => write(token, undefined, overrides)
  const look = (...shown: string[]): Outcome => ({ ...read(0), revision: undefined, shown })

  it('finds nothing wrong with amounts that were set once and in order', () => {
    const outcomes = [look(), set('1'), look('1'), set('2'), unknown('3'), refused('4'), look('2')]

    expect(verifySamePrice([price(['1', '2'])], outcomes)).toMatchObject({ acknowledged: 2, problems: [] })
    expect(verifySamePrice([price(['1', '2', '3'])], outcomes)).toMatchObject({ unknownApplied: 1, problems: [] })
    expect(verifySamePrice([price(['1', '2', undefined])], outcomes)).toMatchObject({ problems: [] })
  })

  it.each([
    [
      'a lost write beside a duplicate one',
      [price(['1', '1'])],
      [set('1'), set('2')],
      { missing: 1, doubled: 1 },
      /1 was .* set 2 times/,
    ],
    [
      'a lost write beside an effect without a write',
      [price(['1', undefined])],
      [set('1'), set('2')],
      { missing: 1 },
      /2 was .* set 0 times/,
    ],
    [
      'a rejected write that was carried out',
      [price(['1', '2'])],
      [set('1'), refused('2')],
      { refusedApplied: 1 },
      /2 was answered 400/,
    ],
    ['writes in the wrong order', [price(['2', '1'])], [set('1'), set('2')], {}, /below one that had been acknowledged/],
    ['a stale read', [price(['1', '2'])], [set('1'), set('2'), look('1')], {}, /a read told revision 1 after 2/],
    [
      'an amount other than the last one set',
      [price(['1', '2'], { amount: '1' })],
      [set('1'), set('2')],
      {},
      /is 1, although 2 was set last/,
    ],
    ['missing events', [price(['1', '2'], { event_seq: 1 })], [set('1'), set('2')], {}, /2 writes were .* 1 had an effect/],
    ['two prices', [price(['1']), price(['2'])], [set('1'), set('2')], {}, /has 2 prices/],
  ])('finds %s', (_what, prices, outcomes, counts, sentence) => {
    const result = verifySamePrice(prices, outcomes)

    expect(result).toMatchObject(counts)
    expect(result.problems.join('\n')).toMatch(sentence)
  })
})

it('judges answers: failures, rejections, and 503 without Retry-After', () => {
  const fine = [write('a', 2)]
  expect(judgeAnswers(fine)).toEqual([])
  expect(judgeAnswers([...fine, unknown('b')])[0]).toMatch(/^failed: 504 outcome_unknown: 1/)
  expect(judgeAnswers([...fine, write('b', undefined, { status: 400, code: 'invalid_data' })])[0]).toMatch(/^refused/)
  expect(judgeAnswers([write('b', undefined, { status: 503, code: 'overloaded' })], () => true)).toEqual([
    '1 answers of 503 or 429 without Retry-After',
  ])
})

it('consumes events like consumers do: repeats are dropped, gaps are reported', () => {
  const event = (id: string, seq: number) => ({ id, seq, type: 't', at: '', ids: {} })

  expect(consume([event('a', 1), event('b', 1), event('a', 1), event('a', 2)])).toMatchObject({
    distinct: 3,
    repeated: 1,
    gaps: [],
  })
  expect(consume([event('a', 1), event('a', 3), event('a', 2)]).gaps).toEqual(['a: event 3 came after 1'])
})

describe('arguments of the fault suite', () => {
  it('are explained, with every scenario', () => {
    const help = helpFor(scenarios)
    for (const { name } of scenarios) expect(help).toContain(name)
    for (const name of ['only', 'seconds', 'rate', 'seed', 'history']) expect(help).toContain(`--${name}`)
  })

  const names = scenarios.map(({ name }) => name)

  it('are accepted with values after a space or an equals sign', () => {
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
  ])('are rejected by name: %j', (args, expected) => {
    expect(() => readOptions(args, names)).toThrow(expected)
  })
})

it('the same seed yields the same random numbers', () => {
  const draw = (seed: number) => Array.from({ length: 5 }, seededRandom(seed))

  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
  expect(draw(7).every((number) => number >= 0 && number < 1)).toBe(true)
})
