import { accessOf, operations, refusalStatuses } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectErrorShape, INTERNALS } from './expect-refusal.ts'
import { type Hostile, hostileRequests } from './hostile-requests.ts'
import { honestRequest, honestRequests } from './scenes/honest-request.ts'
import { OFFERED, SCENES } from './scenes/scenes.ts'
import { type System, startSystem } from './system.ts'

let system: System
let requests: Hostile[]
beforeAll(async () => {
  system = await startSystem({ env: { TRUST_PROXY: '127.0.0.1' } })
  requests = hostileRequests(await honestRequests(system))
})
afterAll(() => system.stop())

const AT_ONCE = 6

let address = 0
function send({ method, path, options, limited }: Hostile) {
  // Each from its own address where requests per address are limited.
  const from = `198.51.${Math.floor(++address / 250)}.${(address % 250) + 1}`
  return system.http(method, path, { ...options, headers: { ...(limited && { 'x-forwarded-for': from }), ...options.headers } })
}

const BY_NAME = OFFERED.map((operation) => [operation.name, operation] as const)

describe('hostile requests', () => {
  it.each(BY_NAME)('to %s are rejected without revealing internals', async (name, operation) => {
    const mine = requests.filter(({ operation }) => operation.name === name)
    const problems: string[] = []
    const documented = refusalStatuses(operation)

    async function check(request: Hostile) {
      const answer = await send(request)

      // Where only one honest request succeeds, a hostile one that is read as honest may also be rejected for that.
      const { once, refused } = SCENES[name]!
      // With 401 the token is used up, so the next request fails in any case.
      const isRefusedNext = once === 401 || (once && request.statuses.some((status) => status < 300))
      const next = isRefusedNext ? [once === true ? 400 : once] : []
      const statuses = [...request.statuses, ...next, ...(refused ? [refused] : [])]
      if (!statuses.includes(answer.status)) problems.push(`${request.name}: ${answer.status} ${answer.text.slice(0, 200)}`)
      if (answer.status >= 400) expectErrorShape(answer)
      else expect(answer.text, request.name).not.toMatch(/recent_ops|outbox|"revision"|"_id"|password_hash/)
      if (answer.status >= 400 && !documented.includes(answer.status))
        problems.push(`${request.name}: ${answer.status} is not documented`)
      const headers = [...answer.headers].map((header) => header.join(': ')).join('\n')
      expect(headers, request.name).not.toMatch(INTERNALS)
    }
    for (let at = 0; at < mine.length; at += AT_ONCE) await Promise.all(mine.slice(at, at + AT_ONCE).map(check))

    expect(problems).toEqual([])
    expect(mine.length).toBeGreaterThan(5)
  })

  it('are numerous and of every kind', () => {
    expect(requests.length).toBeGreaterThan(1000)
    const kinds = new Set(requests.map(({ name }) => name.slice(name.indexOf(': ') + 2)))
    expect(kinds.size).toBeGreaterThan(150)
  })
})

describe('after hostile requests', () => {
  it.each(BY_NAME)('%s still answers an honest request', async (name, operation) => {
    const { path, body, headers } = await honestRequest(system, operation)

    const answer = await system.http(operation.method!, path, {
      body,
      headers: { ...headers, 'x-forwarded-for': '203.0.113.99' },
    })

    expect([200, 201, 202, SCENES[name]!.refused], answer.text).toContain(answer.status)
  })

  it('nothing harmful is stored, and no prototype is changed', async () => {
    for (const service of [system.pricing, system.cart, system.orders, system.sellers]) {
      for (const { name } of await service.db.listCollections().toArray()) {
        const documents = await service.db.collection(name).find({}).toArray()
        // No key contains `$` at its beginning or dots, and no prototype was stored.
        const keys = new Set(documents.flatMap(keysIn))
        expect(
          [...keys].filter((key) =>
            /^\$|\.|\0|^$|^(__proto__|constructor|prototype|_bsontype|toJSON|toBSON|is_admin)$/.test(key),
          ),
          name,
        ).toEqual([])
      }
    }
    expect(({} as Record<string, unknown>).is_admin).toBeUndefined()
  })

  it('all services are still ready', async () => {
    const { status, body } = await system.http('GET', '/health/ready')

    expect({ status, body }).toMatchObject({ status: 200 })
    expect(new Set(operations.map((operation) => accessOf(operation)))).toEqual(
      new Set(['public', 'identity', 'vendor', 'store', 'admin', 'internal']),
    )
  })
})

/** Its keys are option titles, which are any text except names that are special in JavaScript. */
const TITLED = new Set(['variant_option_values'])

function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return []
  return Object.entries(value).flatMap(([key, inner]) => [key, ...(TITLED.has(key) ? [] : keysIn(inner))])
}
