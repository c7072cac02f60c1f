import { describe, expect, it } from 'vitest'
import { secondsOf } from './cpu.ts'
import { copier, recordsNeeded } from './fixtures/fixture.ts'
import type { BenchRequest } from './load-messages.ts'
import { slicesOf } from './measure.ts'
import { readOptions } from './options.ts'
import { percentiles } from './percentiles.ts'
import { summarise } from './profile.ts'
import { type ResultLine, renderTable, sharesOf } from './report.ts'
import { planOf, rows } from './rows.ts'
import { renderSizes } from './sizes/measure-sizes.ts'
import { atMost, compare } from './sizes/timed.ts'

describe('arguments of the benchmark', () => {
  it('has defaults for everything', () => {
    expect(readOptions([])).toMatchObject({ seconds: 4, warmup_seconds: 1, connections: [1, 8, 32], records: 1200, profile: [] })
  })

  it('accepts values after a space or an equals sign', () => {
    const options = readOptions(['--seconds=2', '--connections', '4', '--only', 'get-cart,b', '--profile=all'])

    expect(options).toMatchObject({ seconds: 2, connections: [4], only: ['b', 'get-cart'] })
    expect(options.profile).toContain('gateway')
  })

  it.each([
    [['--seconds', '0'], /--seconds 0 must be/],
    [['--connections', '8,x'], /--connections 8,x must be/],
    [['--only', 'get-everything'], /get-everything must be among/],
    [['--fast', '1'], /unknown argument.*--fast/],
    [['--seconds'], /missing value: --seconds/],
  ])('rejects %j by name', (args, expected) => {
    expect(() => readOptions(args)).toThrow(expected)
  })
})

it.each([
  ['the options, of a slow service', 100, 1, 1200],
  ['the rate', 1001, 1, 5008],
  ['half the rate, if each is good for two requests', 1001, 2, 2504],
  ['the limit, of a fast service', 10_000, 1, 6000],
])('prepares as many records as %s, a multiple of the connections', (_name, highestRate, uses, expected) => {
  expect(recordsNeeded({ seconds: 5, highestRate, connections: 8 }, 1200, 6000, uses)).toBe(expected)
})

describe('the order of a run', () => {
  const names = (...only: Parameters<typeof planOf>[0]) => planOf(only).map(({ name }) => name)

  it('runs the baselines that operations need before, between and after them', () => {
    expect(names('get-cart', 'remove-gift-card')).toEqual([
      ...['b', 'b-cart', 'r', 'w'],
      'get-cart',
      ...['b', 'b-cart', 'r', 'w'],
      'remove-gift-card',
      ...['w', 'r', 'b-cart', 'b'],
    ])
    expect(names('get-member')).toEqual(['b', 'r', 'get-member', 'r', 'b'])
  })

  it('measures baselines once when run alone', () => {
    expect(names('a', 'b')).toEqual(['a', 'b'])
  })
})

it('computes percentiles as actual values', () => {
  const latencies = Array.from({ length: 100 }, (_, index) => 100 - index)

  expect(percentiles(latencies)).toEqual({ p50: 50, p90: 90, p99: 99, max: 100 })
  expect(percentiles([])).toEqual({ p50: 0, p90: 0, p99: 0, max: 0 })
})

it.each([
  ['0:01.50', 1.5],
  ['01:02:03', 3723],
  ['2-00:00:01', 172_801],
])('parses %s of ps as %d seconds', (text, seconds) => {
  expect(secondsOf(text)).toBe(seconds)
})

it('assigns every request to exactly one connection', () => {
  const requests = Array.from({ length: 10 }, (_, n): BenchRequest => ({ method: 'GET', path: `/${n}`, headers: {} }))

  const slices = slicesOf(requests, 3)

  expect(slices.map((slice) => slice.map(({ path }) => path))).toEqual([
    ['/0', '/3', '/6', '/9'],
    ['/1', '/4', '/7'],
    ['/2', '/5', '/8'],
  ])
})

it('copies a record with other ids, at any depth', () => {
  const copy = copier({ id: 'order_1', items: [{ order_id: 'order_1', customer_id: 'cus_1' }] }, ['order_1', 'cus_1'])

  expect(copy(['order_2', 'cus_9'])).toEqual({ id: 'order_2', items: [{ order_id: 'order_2', customer_id: 'cus_9' }] })
})

describe('the report', () => {
  const line = (row: ResultLine['row'], rate: number, overrides: Partial<ResultLine> = {}): ResultLine => ({
    row,
    connections: 32,
    round: 1,
    rate,
    requests: rate,
    seconds: 1,
    latency: { p50: 1, p90: 1, p99: 2, max: 3 },
    statuses: { 200: rate },
    bytes: rate * 2048,
    errors: 0,
    failed: 0,
    ran_out: false,
    cpu_us: { gateway: 100, nats: 50, mongodb: 60, load: 70 },
    others_cores: 0,
    load_average: 0,
    db: { trips: 1, reads: 1, writes: 0 },
    ...overrides,
  })
  const read = rows.find(({ name }) => name === 'get-cart')!

  it('compares with the median of undisturbed baseline rounds at the same number of connections', () => {
    const lines = [
      line('b', 3000),
      line('b', 4000, { round: 2 }),
      line('b', 2900, { round: 3 }),
      line('b', 100, { round: 4, others_cores: 1.5 }),
      line('b', 9000, { connections: 8 }),
      line('b-cart', 1250),
      line('r', 2000),
      line('get-cart', 1000),
    ]

    expect(sharesOf(lines.at(-1)!, read, lines)).toEqual({ of_b: 1 / 3, of_as_long: 0.8, of_own: 0.5 })
  })

  it('marks rows with failed requests, and shows whether a target is reached', () => {
    const table = renderTable([line('b', 1000), line('get-cart', 700, { failed: 3 })], rows)

    expect(table).toContain('3 !')
    expect(table).toContain('70 % >= 60')
  })
})

describe('sizes', () => {
  it('are compared alternately, without warm-up runs, against their limit', async () => {
    const taken = { small: [9, 9, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2], large: Array<number>(20).fill(5) }
    const asked: string[] = []
    const timed = async ({ path }: { path: string }) => {
      asked.push(path)
      return { ms: taken[path as 'small' | 'large'].shift()!, bytes: 0, json: () => null }
    }
    const of = (path: string) => () => ({ method: 'GET' as const, path, headers: {} })

    const line = await compare({ timed, close() {} }, { what: 'x', small: of('small'), large: of('large'), bound: 2, times: 20 })

    expect(line).toEqual({ what: 'x', small: 2, large: 5, bound: '2x', kept: false })
    expect(asked.slice(0, 4)).toEqual(['small', 'large', 'small', 'large'])
  })

  it('are printed with their ratio and limit, and marked when the limit is exceeded', () => {
    const lines = [{ what: 'first', small: 2, large: 5, bound: '2x', kept: false }, atMost('second', [3, 80, 7], 100, 'MB')]

    expect(renderSizes(lines).split('\n')).toEqual([
      'what      small     large  times    at most',
      'first   2.00 ms   5.00 ms   2.50  2x BROKEN',
      'second           80.00 MB            100 MB',
    ])
  })
})

it('summarizes a CPU profile by function, with self and total times', () => {
  const frame = (functionName: string) => ({ functionName, url: 'node:test', lineNumber: 0, columnNumber: 0 })
  const nodes = [
    { id: 1, callFrame: { ...frame('(root)'), url: '' }, children: [2, 4] },
    { id: 2, callFrame: frame('outer'), children: [3] },
    { id: 3, callFrame: frame('inner') },
    { id: 4, callFrame: { ...frame('(idle)'), url: '' } },
  ]

  const { hot, by_module } = summarise({ nodes, samples: [2, 3, 3, 3, 4, 4] }, 200)

  expect(hot).toEqual([
    { name: 'inner', where: 'node:test:1', self_us: 150, total_us: 150 },
    { name: 'outer', where: 'node:test:1', self_us: 50, total_us: 200 },
  ])
  expect(by_module).toEqual([{ where: 'node:test', self_us: 200 }])
})
