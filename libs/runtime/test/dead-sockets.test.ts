import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { toDocument } from '../src/aggregate/stored.ts'
import { timeLeft } from '../src/store/mongo.ts'
import { startTestService, testServers } from '../src/testing.ts'
import { type Break, breakableConnections } from './breakable-connections.ts'
import { aCounter } from './counters.ts'
import { createCounter, getCounter, guest, mark, marksService } from './marks-service.ts'

type Connections = Awaited<ReturnType<typeof breakableConnections>>
let connections: Connections
let service: Awaited<ReturnType<typeof startMarks>>
const servers = testServers()
const startMarks = () => startTestService(marksService, { servers: { ...servers, MONGODB_URL: connections.mongodb_url } })

beforeAll(async () => {
  connections = await breakableConnections(servers.MONGODB_URL)
  service = await startMarks()
  connections.watch(service.db.client)
})
afterAll(async () => {
  await service.stop()
  await connections.stop()
})

/** The error that Node itself raises for a write to a stream in this state. */
const errorOf = async (stream: Writable): Promise<Error> =>
  new Promise((resolve) => stream.on('error', () => {}).write('x', (error) => resolve(error!)))
const aborted = Object.assign(new Error('write ECONNABORTED'), { code: 'ECONNABORTED', errno: -103, syscall: 'write' })

const BREAKS: Record<string, () => Break | Promise<Break>> = {
  // The other end is closed: the first write triggers the reset, the second one gets the error.
  EPIPE: () => (socket, peer) => {
    peer.destroy()
    socket.write('\0')
  },
  ECONNRESET: () => (_socket, peer) => peer.resetAndDestroy(),
  // Neither end of a connection can provoke this error on this system.
  ECONNABORTED: () => (socket) => socket.destroy(aborted),
  async ERR_STREAM_DESTROYED() {
    const error = await errorOf(new Writable().destroy())
    return (socket) => socket.destroy(error)
  },
  ERR_STREAM_WRITE_AFTER_END: () => (socket) => socket.end(),
}

describe.each(Object.entries(BREAKS))('a connection to MongoDB that dies with %s', (code, breakOf) => {
  const params = { id: `ctr_${code}` }
  const actor = guest()
  const requests = {
    read: () => service.send(getCounter, { params, actor }),
    change: () => service.send(mark, { params, actor, body: { mark: 'x' } }),
    create: () => service.send(createCounter, { actor, body: { owner: code } }),
    'keyed change': () => service.send(mark, { params, actor, body: { mark: 'x' }, idempotency_key: code }),
  }
  /**
   * The collection as requests change it: read within two seconds, since the driver may wait forever for a lost
   * connection.
   */
  async function stored() {
    const { counters } = service.deps
    const options = timeLeft(Date.now() + 2000)
    const projection = { outbox: 0, outbox_since: 0 } // the relay may empty it at any time
    return [await counters.countDocuments({}, options), await counters.findOne({ _id: params.id }, { ...options, projection })]
  }
  beforeAll(() => service.deps.counters.insertOne(toDocument(aCounter(params)), timeLeft(Date.now() + 10_000)))

  it.each(Object.keys(requests) as (keyof typeof requests)[])('answers 503 to a %s, which has no effect', async (kind) => {
    const how = await breakOf()
    const before = await vi.waitFor(stored)
    connections.errors.length = 0
    connections.breakWith(how)
    const answer = await requests[kind]().finally(() => connections.breakWith(undefined))

    expect(connections.errors).toContain(code)
    expect(answer).toMatchObject({
      status: 503,
      retry_after: '1',
      failure: 'unavailable',
      body: { code: 'service_unavailable', message: 'The service is not available at the moment' },
    })
    // Background work may have broken another connection, which the driver only notices on its next use.
    await expect.poll(stored).toEqual(before)
    await expect.poll(async () => (await requests[kind]()).status).toBeLessThan(300)
  })
})
