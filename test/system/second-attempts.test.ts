import { mutates, takesIfMatch } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { honestRequest } from './scenes/honest-request.ts'
import { OFFERED } from './scenes/scenes.ts'
import { startSecondAttempts } from './second-attempts.ts'
import { type System, startSystem } from './system.ts'

let system: System
let attempts: Awaited<ReturnType<typeof startSecondAttempts>>
beforeAll(async () => {
  system = await startSystem()
  attempts = await startSecondAttempts(system)
})
afterAll(async () => {
  await attempts.stop()
  await system.stop()
})

const named = OFFERED.filter(mutates).map((operation) => [`${operation.method} ${operation.path}`, operation] as const)

/** An attempt under way may have read what the other one has changed since, or has yet to change. */
const DELAYS_MS = [0, 4]

describe('two attempts at one request, made by two replicas at once, get the same answer', () => {
  it.each(named)('%s', async (_name, operation) => {
    for (const delayMs of DELAYS_MS) {
      const { path, body, headers } = await honestRequest(system, operation)
      const { first, second } = await attempts.twice(() => system.http(operation.method!, path, { body, headers }), delayMs)

      expect(second?.status, `${second?.text}\n${first.text}`).toBe(first.status)
    }
  })

  it.each(named.filter(([, operation]) => takesIfMatch(operation)))('with an outdated If-Match: %s', async (_name, operation) => {
    for (const delayMs of DELAYS_MS) {
      const { path, body, headers } = await honestRequest(system, operation)
      const send = () => system.http(operation.method!, path, { body, headers: { ...headers, 'if-match': '"999999"' } })
      const { first, second } = await attempts.twice(send, delayMs)

      expect([first.status, second?.status], `${second?.text}\n${first.text}`).toEqual([412, 412])
    }
  })
})
