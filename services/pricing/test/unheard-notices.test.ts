import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectBus, createLogger } from '@souk/runtime'
import { expect, inject, it, vi } from 'vitest'
import { natsServer, natsUsersFile } from '../../../tools/infra/nats.ts'
import { freePort } from '../../../tools/infra/ports.ts'
import { createServerProcess } from '../../../tools/infra/server-process.ts'
import { startWatchdog } from '../../../tools/infra/watchdog.ts'
import { noticeChanges } from '../src/clients/change-notices.ts'

const { nats_server_path } = inject('infra')

const permitted = (...subjects: string[]) =>
  `authorization { users: [{ user: pricing, password: any, permissions: { subscribe: ${JSON.stringify(['_INBOX_pricing.>', ...subjects])} } }] }`

it.skipIf(!nats_server_path)('a replica that may not subscribe to changes keeps clearing its cache until it may', async () => {
  const watchdog = startWatchdog()
  const folder = await mkdtemp(join(tmpdir(), 'souk-notices-'))
  const ports = { nats: await freePort(), nats_monitor: await freePort() }
  const program = { kind: 'executable', source: 'test', version: '', path: nats_server_path! } as const
  const server = createServerProcess(natsServer({ program, folder, ports, users: permitted() }), watchdog)
  await server.start()
  const logger = createLogger('pricing', 'silent')
  const bus = await connectBus({ url: `nats://pricing:any@127.0.0.1:${ports.nats}`, name: 'pricing', logger })
  const forgetAll = vi.fn()
  const notices = noticeChanges({ bus, logger, outbox: { listen() {} }, caches: [{ forgetAll, forgetVariants() {} }] })
  try {
    await vi.waitFor(() => expect(forgetAll.mock.calls.length).toBeGreaterThan(3))

    await writeFile(natsUsersFile(folder), permitted('changed.pricing', 'heartbeat.pricing.*'))
    process.kill(server.pid()!, 'SIGHUP')

    await expect
      .poll(async () => {
        forgetAll.mockClear()
        await sleep(700)
        return forgetAll.mock.calls.length
      })
      .toBe(0)
    bus.nc.publish('changed.pricing', '*')
    await vi.waitFor(() => expect(forgetAll).toHaveBeenCalledOnce())
  } finally {
    notices.stop()
    await bus.close()
    await server.stop()
    watchdog.close()
    await rm(folder, { recursive: true })
  }
})
