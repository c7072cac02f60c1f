import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLastingPressure } from '../src/load/event-loop-pressure.ts'
import { startTestGateway, type TestGateway } from './support/gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())

/** Blocks the event loop with long turns, for longer than it takes to notice. */
async function holdUp() {
  for (let turn = 0; turn < 2; turn++) {
    for (const end = performance.now() + 1600; performance.now() < end; );
    await sleep(1)
  }
}
const ask = async (path: string) => (await gateway.ask(path)).status

it('rejects requests while the event loop is overloaded for a while, but not after a single blockage', async () => {
  await holdUp()
  expect([await ask('/admin/orders'), await ask('/health/live')]).toEqual([401, 200])

  let status = 401
  for (let round = 0; round < 4 && status !== 503; round++) {
    await holdUp()
    status = await ask('/admin/orders')
  }

  expect(status).toBe(503)
  expect(await ask('/health/live')).toBe(200)
})

it.each([
  ['a single moment', [0, 100, 1900], [false, false, false]],
  ['two moments far apart', [0, 1000, 6100, 7000], [false, false, false, false]],
  ['a longer period', [0, 1500, 2100, 2200], [false, false, true, true]],
  ['repeated moments', [0, 4000, 8000, 13_100], [false, true, true, false]],
])('lasting pressure: %s', (_case, times, expected) => {
  const clock = { now: 0 }
  const lasts = createLastingPressure(() => clock.now)

  expect(
    times.map((at) => {
      clock.now = at
      return lasts()
    }),
  ).toEqual(expected)
})
