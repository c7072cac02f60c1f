import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectErrorShape } from './expect-refusal.ts'
import { offers } from './http-cases.ts'
import { pathOf } from './scenes/honest-request.ts'
import type { Sample } from './scenes/scene.ts'
import { OFFERED as OFFERED_OPERATIONS, SCENES } from './scenes/scenes.ts'
import { type HttpAnswer, type System, startSystem } from './system.ts'

const FOLDER = resolve(import.meta.dirname, '../data/samples')
const SAMPLES = ['medusa', 'mercur'].flatMap((peer) =>
  readdirSync(join(FOLDER, peer)).map((file): [string, Sample] => [
    `${peer}/${file.replace('.json', '')}`,
    JSON.parse(readFileSync(join(FOLDER, peer, file), 'utf8')) as Sample,
  ]),
)
const isOffered = ({ request }: Sample) => offers(request.method, request.path.split('?')[0]!)
const queryOf = ({ request }: Sample) => (request.path.includes('?') ? request.path.slice(request.path.indexOf('?')) : '')

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

/** How each sample is replayed, and by which operation. */
const PLAYS = OFFERED_OPERATIONS.flatMap((operation) =>
  Object.entries(SCENES[operation.name]!.samples ?? {}).map(([name, how]) => ({
    name,
    operation,
    ...(typeof how === 'function' ? { play: how } : how),
  })),
)
const playOf = (name: string) => PLAYS.find((play) => play.name === name)

/** Fields that only the peers show, as patterns of paths. */
const NOT_SHOWN: [pattern: RegExp, because: string][] = [
  [/(^|\.)raw_\w+(\.|$)/, 'twins of numbers are shown on request only'],
  [/\.payment_sessions\[\]\.context$/, 'it holds details of the customer, for the payment provider alone'],
  [/\.gift_cards\[\]\.deleted_at$/, 'a deleted card is on no cart'],
  [/\.payments\[\]\.payment_session$/, 'it stands beside the payment, in payment_sessions'],
]

/**
 * Fields that may be null here: records that repeat an ancestor, which are only shown on request, and the customer of a guest
 * order.
 */
const NULLABLE = [/\.variant\.product$/, /\.order_change\.order$/, /^cart\.customer$/]

/** Fields that we show with another type: `num_code` is a number in our interface, a text in the peers'. */
const RETYPED = /\.countries\[\]\.num_code$/

async function play(name: string, sample: Sample): Promise<HttpAnswer & { names: Record<string, string> }> {
  const { operation, play: take } = playOf(name) ?? expect.fail(`nothing plays ${name}`)
  const { id, params, names = {}, query = queryOf(sample), ...options } = await take(system, sample)
  const path = pathOf(operation, id ?? (await SCENES[operation.name]!.ids?.own(system)), params)
  return { ...(await system.http(operation.method!, path + query, options)), names }
}

type Kind = 'null' | 'list' | 'object' | 'string' | 'number' | 'boolean' | 'undefined'
const kindOf = (value: unknown): Kind => (value === null ? 'null' : Array.isArray(value) ? 'list' : (typeof value as Kind))

/** The fields of the peers' value that ours lacks, or has with another type. */
function lacking(theirs: unknown, ours: unknown, path: string): string[] {
  if (NOT_SHOWN.some(([pattern]) => pattern.test(path))) return []
  const kind = kindOf(theirs)
  if (ours === undefined) return [`${path} is missing`]
  if (kind === 'null' || path.endsWith('metadata') || RETYPED.test(path)) return []
  if (ours === null && (!['object', 'list'].includes(kind) || NULLABLE.some((pattern) => pattern.test(path)))) return []
  if (kind !== kindOf(ours)) return [`${path} is ${kindOf(ours)} instead of ${kind}`]
  if (kind === 'list') {
    const [their] = theirs as unknown[]
    const [our] = ours as unknown[]
    return their === undefined ? [] : lacking(their, our, `${path}[]`)
  }
  if (kind !== 'object') return []
  return Object.entries(theirs as object).flatMap(([key, value]) =>
    lacking(value, (ours as Record<string, unknown>)[key], path === '' ? key : `${path}.${key}`),
  )
}

const OFFERED = SAMPLES.filter(([, sample]) => isOffered(sample))
const REFUSED = OFFERED.filter(([name, { response }]) => response.status >= 400 || playOf(name)?.otherwise)
const GRANTED = OFFERED.filter(([name, { response }]) => response.status < 400 && !playOf(name)?.otherwise)

describe('the recorded answers of Medusa and Mercur', () => {
  it.each(GRANTED)('%s: shows all recorded fields', async (name, sample) => {
    const { status, body, text } = await play(name, sample)

    expect(status, text).toBe(sample.response.status)
    const problems = lacking(theirBody(sample), body, '')
    expect(problems.filter((problem) => !playOf(name)?.may_lack?.test(problem.split(' ')[0]!))).toEqual([])
  })

  it.each(REFUSED)('%s: is rejected as recorded', async (name, sample) => {
    const answer = await play(name, sample)

    const theirs = sample.response.body as { type?: string; message: string }
    const otherwise = playOf(name)?.otherwise
    const message = Object.entries(answer.names).reduce((text, [from, to]) => text.replaceAll(from, to), theirs.message)
    const { type = sample.response.status === 403 ? 'not_allowed' : 'unauthorized' } = theirs
    expect({ status: answer.status, ...answer.body }).toMatchObject({
      status: otherwise?.status ?? sample.response.status,
      type: otherwise?.type ?? type,
      message: otherwise ? expect.stringMatching(otherwise.message) : message,
    })
    expectErrorShape(answer)
  })

  it.each(SAMPLES.filter(([, sample]) => !isOffered(sample)))(
    '%s: the route exists neither there nor here',
    async (_name, sample) => {
      const { method, path } = sample.request
      const answer = await system.http(method, path)
      expect([answer.status, answer.body.message]).toEqual([sample.response.status, `Cannot ${method} ${path}`])
      expectErrorShape(answer)
    },
  )

  it('are all replayed if they have an operation', () => {
    expect(PLAYS.map(({ name }) => name).sort()).toEqual(OFFERED.map(([name]) => name).sort())
  })
})

/** The peer returns a created price in a list of one where everything else is an object. */
function theirBody({ response }: Sample) {
  const { price_list } = response.body
  return Array.isArray(price_list) ? { ...response.body, price_list: price_list[0] } : response.body
}
