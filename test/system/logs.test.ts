import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperationError } from '@souk/contracts'
import { createLogger, failureInShort } from '@souk/runtime'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ids } from '../../tools/seed/ids.ts'
import { type System, startSystem } from './system.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** Texts of every process, to look for what they log. */
const SOURCES = ['libs', 'services'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[a-z]+\/src\/.*(?<!\.test)\.ts$/.test(file))
    .map((file) => readFileSync(join(ROOT, folder, file), 'utf8')),
)
const DOCUMENT = readFileSync(join(ROOT, 'docs', 'logs.md'), 'utf8')
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`

type Line = Record<string, unknown>
const lines: Line[] = []
let system: System
beforeAll(async () => {
  const output = { write: (line: string) => void lines.push(JSON.parse(line)) }
  system = await startSystem({ loggerOf: (name) => createLogger(name, 'info', { output }) })
})
afterAll(() => system.stop())

const linesOf = (request_id: string) => lines.filter((line) => line.request_id === request_id)

it('lines of the gateway and of all services that work for a request name it, and its trace', async () => {
  const headers = { 'request-id': 'a-cart', traceparent: TRACEPARENT }
  const body = { region_id: ids.region, items: [{ variant_id: ids.variant, quantity: 1 }] }

  expect((await system.http('POST', '/store/carts', { headers, body })).status).toBe(200)

  await vi.waitFor(() => {
    const answered = linesOf('a-cart').filter(({ msg }) => msg === 'answered') // a busy machine may need more attempts
    expect(new Set(answered.map(({ service }) => service))).toEqual(new Set(['gateway', 'cart', 'pricing']))
  })
  expect(new Set(linesOf('a-cart').map(({ trace_id }) => trace_id))).toEqual(new Set([TRACE]))
})

it.each([
  ['without a trace', {}],
  ['with an invalid one', { traceparent: `00-${'0'.repeat(32)}-b7ad6b7169203331-01` }],
])('a request %s has lines without one', async (name, trace) => {
  const id = name.replaceAll(' ', '-')

  await system.http('GET', '/vendor/members/mem_none', { as: 'seller', headers: { 'request-id': id, ...trace } })

  const found = await vi.waitFor(() => {
    expect(linesOf(id)).toHaveLength(2)
    return linesOf(id)
  })
  expect(found.map(({ service, msg, status, reason }) => [service, msg, status, reason])).toEqual([
    ['sellers', 'refused', 403, 'forbidden'],
    ['gateway', 'answered', 403, undefined],
  ])
  for (const line of found) expect(line).not.toHaveProperty('trace_id')
})

it('the document names every field of lines about requests', () => {
  const documented = new Set([...DOCUMENT.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, names]) => names!.match(/\w+/g)!))

  const refusal = failureInShort(new OperationError('unavailable', 'away', { cause: new Error('reset') }))!
  const named: object[] = [refusal, ...lines.filter(({ request_id }) => request_id !== undefined)]
  const logged = new Set(named.flatMap((line) => Object.keys(line)))

  expect(logged.size).toBeGreaterThan(10)
  expect([...logged].filter((name) => !documented.has(name))).toEqual([])
})

const ALERTS = [...DOCUMENT.matchAll(/^\| (`.+`) \| (?:warn|error|fatal) \|/gm)].flatMap(([, texts]) => texts!.split(', `'))

it.each(ALERTS.map((text) => [text.replaceAll('`', '')]))('the message "%s" is logged', (text) => {
  expect(SOURCES.some((source) => source.includes(`'${text}'`))).toBe(true)
})

it('the document names messages that are worth an alert', () => expect(ALERTS.length).toBeGreaterThan(8))
