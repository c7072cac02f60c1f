import { randomBytes } from 'node:crypto'
import { jetstreamManager } from '@nats-io/jetstream'
import { defineEvent } from '@souk/contracts'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import type { Bus } from '../src/bus/bus.ts'
import { connectBus } from '../src/bus/connect-bus.ts'
import { consumerOf } from '../src/events/consumer-of.ts'
import { consumeEvent, onEvent } from '../src/events/event-consumer.ts'
import { createEventPublisher, DEFAULT_STREAM_LIMITS as LIMITS } from '../src/events/event-stream.ts'
import { createLogger } from '../src/observability/logger.ts'
import { testServers } from '../src/testing.ts'

const ids = z.object({ id: z.string() })
const boxSent = defineEvent({ service: 'orders', name: 'box.sent', summary: 'A box was sent.', ids })
const boxLost = defineEvent({ service: 'orders', name: 'box.lost', summary: 'A box was lost.', ids })

let bus: Bus
let name: string
let publisher: ReturnType<typeof createEventPublisher>
beforeAll(async () => {
  bus = await connectBus({ url: testServers().NATS_URL, name: 'consumer', logger: createLogger('consumer', 'silent') })
})
afterAll(() => bus.close())
beforeEach(async () => {
  await (await jetstreamManager(bus.nc)).streams.delete('evt').catch(() => {})
  name = `consumer-${randomBytes(4).toString('hex')}`
  publisher = createEventPublisher(bus, 'orders', LIMITS)
})

const AT = '2026-05-06T07:08:09.000Z'
const tell = (id: string, { seq = 1, event = boxSent } = {}) => publisher.publish(id, { ...event({ id }), seq, at: AT })

/** A replica that records what it handles. @param handle throws for events that are to be redelivered */
function aReplica(handle: (id: string) => unknown = () => undefined, { event = boxSent, handled_ms = 10_000 } = {}) {
  const told: string[] = []
  const logger = createLogger('consumer', 'silent')
  const warn = vi.spyOn(logger, 'warn')
  const counts: string[] = []
  const metrics = { count: (metric: string) => void counts.push(metric) }
  const handler = onEvent(event, async ({ ids, seq, type }) => {
    await handle(ids.id)
    told.push(`${type} ${ids.id}:${seq}`)
  })
  const consumer = consumeEvent(handler, { bus, name, logger, metrics, handled_ms })
  onTestFinished(async () => void (await consumer.stop()))
  return { told, warn, counts, stop: () => consumer.stop() }
}
const untilTold = (told: readonly string[], wanted: readonly string[]) =>
  vi.waitFor(() => expect(told.toSorted()).toEqual(wanted.toSorted()))

it('handles the subscribed events once each, including those published before it started', async () => {
  await tell('box_1')
  await tell('box_1', { seq: 2, event: boxLost })
  const first = aReplica()
  await untilTold(first.told, ['box.sent box_1:1'])
  await tell('box_2')
  await untilTold(first.told, ['box.sent box_1:1', 'box.sent box_2:1'])
  expect(first.counts).toEqual(['souk_events_handled_total', 'souk_events_handled_total'])
  await first.stop()

  await tell('box_3')
  const second = aReplica()
  await untilTold(second.told, ['box.sent box_3:1'])
})

it('retries a failed event while others continue', async () => {
  let tries = 0
  const { told, warn } = aReplica((id) => {
    if (id === 'box_bad' && ++tries < 3) throw new Error('not yet')
  })
  await tell('box_bad')
  await tell('box_good')
  await untilTold(told, ['box.sent box_bad:1', 'box.sent box_good:1'])
  expect(told[0]).toBe('box.sent box_good:1')
  expect(tries).toBe(3)
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ id: 'box_bad' }), expect.stringContaining('comes again'))
})

it('is not held up by thousands of failed events that wait for redelivery', async () => {
  const bad = Array.from({ length: 1200 }, (_, n) => `box_bad${n}`)
  await Promise.all(bad.map((id) => vi.waitFor(() => tell(id))))
  const { told, warn } = aReplica((id) => {
    if (id.startsWith('box_bad')) throw new Error('not yet')
  })
  await tell('box_good')
  await untilTold(told, ['box.sent box_good:1'])
  expect(warn.mock.calls.length).toBeLessThan(4)
})

it('continues when a handler never ends, and redelivers its event', async () => {
  let tries = 0
  const { told, warn } = aReplica((id) => (id === 'box_slow' && ++tries === 1 ? new Promise(() => {}) : undefined), {
    handled_ms: 100,
  })
  await tell('box_slow')
  await tell('box_1')
  await untilTold(told, ['box.sent box_1:1', 'box.sent box_slow:1'])
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ id: 'box_slow' }), expect.stringContaining('comes again'))
})

it('uses a consumer per event: a replica that subscribes to fewer events takes none from another', async () => {
  const [sent, lost] = [aReplica(), aReplica(undefined, { event: boxLost })]
  await tell('box_1')
  await tell('box_2', { event: boxLost })
  await untilTold(sent.told, ['box.sent box_1:1'])
  await untilTold(lost.told, ['box.lost box_2:1'])
  const { consumers } = await jetstreamManager(bus.nc)
  for (const event of [boxSent, boxLost])
    expect((await consumers.info('evt', consumerOf(name, event))).config).toMatchObject({ filter_subject: event.subject })
})

it('shares the events among replicas', async () => {
  const replicas = [aReplica(), aReplica()]
  const all = Array.from({ length: 100 }, (_, n) => `box_${n}`)
  for (const id of all) await tell(id)
  const told = () => replicas.flatMap((replica) => replica.told)
  await vi.waitFor(() => expect(told()).toHaveLength(100))
  expect(new Set(told()).size).toBe(100)
})

it('skips events that violate the contract, and logs a warning', async () => {
  const { told, warn } = aReplica()
  await publisher.publish('box_1', { type: 'box.sent', ids: { other: 'x' }, seq: 1, at: AT } as never)
  bus.nc.publish(boxSent.subject, 'no JSON')
  await tell('box_2')
  await untilTold(told, ['box.sent box_2:1'])
  const leftOut = () => warn.mock.calls.filter((said) => String(said.at(-1)).includes('left out'))
  await vi.waitFor(() => expect(leftOut()).toHaveLength(2))
})

it('continues after the stream was lost and recreated', async () => {
  const { told } = aReplica()
  await tell('box_1')
  await untilTold(told, ['box.sent box_1:1'])
  await (await jetstreamManager(bus.nc)).streams.delete('evt')
  const created = vi.fn()
  publisher = createEventPublisher(bus, 'orders', LIMITS, created)
  await vi.waitFor(() => tell('box_2'))
  expect(created).toHaveBeenCalledOnce() // so that operators are notified
  await untilTold(told, ['box.sent box_1:1', 'box.sent box_2:1'])
})

it('stops at once while waiting for events', async () => {
  const begun = performance.now()
  await aReplica().stop()
  const waiting = aReplica()
  await tell('box_1')
  await untilTold(waiting.told, ['box.sent box_1:1'])
  await waiting.stop()
  expect(performance.now() - begun).toBeLessThan(9000) // a request for events waits for 10 s
})
