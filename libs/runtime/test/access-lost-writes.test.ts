import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findServers } from '../../../tools/infra/find-servers.ts'
import { natsServer } from '../../../tools/infra/nats.ts'
import { freePort } from '../../../tools/infra/ports.ts'
import { createServerProcess, type ServerProcess } from '../../../tools/infra/server-process.ts'
import { startWatchdog } from '../../../tools/infra/watchdog.ts'
import { type AccessBucket, watchAccessBucket } from '../src/bus/access-bucket.ts'
import { createAccessWriter } from '../src/bus/access-writer.ts'
import type { Bus } from '../src/bus/bus.ts'
import { connectBus } from '../src/bus/connect-bus.ts'
import { createLogger } from '../src/observability/logger.ts'

const watchdog = startWatchdog()
const logger = createLogger('access', 'silent')
let folder: string
let server: ServerProcess
let bus: Bus
let bucket: AccessBucket | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-access-'))
  const { 'nats-server': program } = await findServers(['nats-server'])
  const ports = { nats: await freePort(), nats_monitor: await freePort() }
  server = createServerProcess(natsServer({ program, folder, ports }), watchdog)
  await server.start()
  bus = await connectBus({ url: `nats://127.0.0.1:${ports.nats}`, name: 'access', logger })
})
afterAll(async () => {
  bucket?.stop()
  await bus.close()
  await server.stop()
  watchdog.close()
  await rm(folder, { recursive: true, force: true })
})

const records = (wanted: Record<string, unknown>) => async () => new Map(Object.entries(wanted))
/** Stops NATS, and starts it again. @param meanwhile while it is away */
async function restart(meanwhile = async () => {}) {
  const { reconnects } = bus
  await server.stop()
  await meanwhile()
  await server.start()
  await expect.poll(() => bus.reconnects, { timeout: 10_000 }).toBeGreaterThan(reconnects)
}

it('a copy does not bring back what was removed when the bucket loses that, however often NATS is restarted', async () => {
  const [store, former] = [join(folder, 'nats', 'jetstream'), join(folder, 'former')]
  await createAccessWriter(bus).sync(records({ 'other.revoked': { n: 1 } }))
  await restart(() => cp(store, former, { recursive: true }))
  const writer = createAccessWriter(bus)
  await writer.remove('other.revoked')
  await writer.put('other.kept', { n: 1 })
  const copy = watchAccessBucket(bus, logger)
  bucket = copy
  const left = () => Object.fromEntries(copy.entries())
  await expect.poll(() => [copy.current, left()], { timeout: 10_000 }).toEqual([true, { 'other.kept': { n: 1 } }])

  await restart(async () => {
    await rm(store, { recursive: true })
    await cp(former, store, { recursive: true })
  })
  for (let restarts = 0; restarts < 2; restarts++) {
    await sleep(1500) // long enough for the copy to read the bucket
    expect([copy.current, left()]).toEqual([false, { 'other.kept': { n: 1 } }])
    await restart()
  }

  await createAccessWriter(bus).sync(records({ 'other.kept': { n: 2 } }))
  await expect.poll(() => [copy.current, left()], { timeout: 10_000 }).toEqual([true, { 'other.kept': { n: 2 } }])
})
