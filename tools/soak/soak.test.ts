import { describe, expect, it } from 'vitest'
import { growthOf } from './growth.ts'
import { readOptions } from './options.ts'
import { createTally } from './tally.ts'
import { brokenPromises, rowsOf } from './verdict.ts'

const MINUTES = 60
/** Samples every ten seconds, with some noise. */
const watched = (
  name: string,
  rssAt: (minute: number) => number,
  { is_ours = true, filesAt = (_minute: number): number => 30, pids = [1] } = {},
) => ({
  name,
  is_ours,
  pids: new Set(pids),
  samples: Array.from({ length: MINUTES * 6 }, (_, n) => {
    const minute = n / 6
    return { minute, rss_mb: rssAt(minute) + (n % 7), files: filesAt(minute) }
  }),
})
const fine = { requests: 1, failed: 0, others: {}, p50_ms: 1, p99_ms: 1, lag_p99_ms: 1 }
const brokenBy = (...processes: ReturnType<typeof watched>[]) => brokenPromises(rowsOf(processes, MINUTES), fine, MINUTES)

describe('the verdict of a soak', () => {
  it('allows processes to fill their caches in the first ten minutes, and servers to grow', () => {
    const filling = watched('cart', (minute) => 100 + Math.min(minute, 9) * 20)

    expect(
      brokenBy(
        filling,
        watched('mongodb', (minute) => 200 + minute * 5, { is_ours: false }),
      ),
    ).toEqual([])
  })

  it.each([
    ['growing memory', watched('cart', (minute) => 100 + minute * 1.2), /^cart grows by 1\.2 MB a minute/],
    [
      'files that are never closed',
      watched('cart', () => 100, { filesAt: (minute) => 30 + 2 * minute }),
      /^cart opens 2 files a minute/,
    ],
    ['a restarted process', watched('cart', () => 100, { pids: [1, 2] }), /^cart was restarted 1 times/],
  ])('finds %s', (_what, process, sentence) => {
    expect(brokenBy(process)).toEqual([expect.stringMatching(sentence)])
  })

  it('finds failed requests, and ignores growth in the first minutes', () => {
    const rows = rowsOf([watched('cart', (minute) => minute * 50)], MINUTES)

    expect(brokenPromises(rows, { ...fine, failed: 2, others: { '503 overloaded': 2 } }, 5)).toEqual([
      expect.stringMatching(/^2 requests failed: .*overloaded/),
    ])
  })
})

it('measures growth by least squares, after things have settled', () => {
  const points = [0, 1, 2, 3, 4].map((minute) => ({ minute, value: minute < 2 ? 1000 : 10 + 3 * minute }))

  expect(growthOf(points, 2)).toEqual({ start: 1000, end: 22, highest: 1000, slope: 3 })
  expect(growthOf(points, 3).slope).toBeNull()
})

it('counts answers and latencies without storing them', () => {
  const tally = createTally()
  for (let ms = 1; ms <= 100; ms++) tally.count({ status: 200, code: undefined, expected: 200, ms, lag: 0 })
  tally.count({ status: 503, code: 'overloaded', expected: 200, ms: 60_000, lag: 0 })
  tally.count({ status: 400, code: 'invalid_data', expected: 200, ms: 1, lag: 0 })

  expect(tally.summary()).toMatchObject({
    requests: 102,
    failed: 1,
    others: { '503 overloaded': 1, '400 invalid_data': 1 },
    p50_ms: 50,
    p99_ms: 100,
  })
})

it('parses its arguments, and rejects unknown ones by name', () => {
  expect(readOptions(['--minutes', '3', '--share=0.5'])).toEqual({ minutes: 3, share: 0.5, rate: undefined })
  expect(() => readOptions(['--hours', '3'])).toThrow(/unknown argument.*--hours/)
  expect(() => readOptions(['--share', '2'])).toThrow(/--share 2 must be/)
})
