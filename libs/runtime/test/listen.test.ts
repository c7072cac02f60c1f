import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { natsServer } from '../../../tools/infra/nats.ts'
import { freePort } from '../../../tools/infra/ports.ts'
import { createServerProcess, type ServerProcess } from '../../../tools/infra/server-process.ts'
import { startWatchdog } from '../../../tools/infra/watchdog.ts'
import { connectBus } from '../src/bus/bus.ts'
import { createSharedCounts } from '../src/bus/shared-counts.ts'
import { createLogger } from '../src/observability/logger.ts'

const { nats_server_path } = inject('infra')

describe.skipIf(!nats_server_path)('a subscription that this user may not have', () => {
  const watchdog = startWatchdog()
  let folder: string
  let server: ServerProcess
  let port: number

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'souk-listen-'))
    port = await freePort()
    const ports = { nats: port, nats_monitor: await freePort() }
    const program = { kind: 'executable', source: 'test', version: '', path: nats_server_path! } as const
    const config = 'authorization { users: [{ user: cart, password: any, permissions: { subscribe: ["_INBOX_cart.>"] } }] }'
    server = createServerProcess(natsServer({ program, folder, ports, config }), watchdog)
    await server.start()
  })
  afterAll(async () => {
    await server?.stop()
    watchdog.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function connectAs(name: string) {
    const lines: Record<string, unknown>[] = []
    const logger = createLogger('test', 'info', { output: { write: (line) => void lines.push(JSON.parse(line)) } })
    const bus = await connectBus({ url: `nats://cart:any@127.0.0.1:${port}`, name, logger })
    return { bus, logger, lines }
  }
  const refused = (subject: string) => ({
    subject: expect.stringMatching(subject),
    err: expect.objectContaining({ type: 'PermissionViolationError' }),
    msg: 'a subscription was ended: nothing is heard on it any more',
  })

  it('is told in one line, and throws nothing, be it the one for replies or another', async () => {
    const thrown = vi.spyOn(console, 'log')
    const { bus, logger, lines } = await connectAs('rotation')
    createSharedCounts(bus, logger, 'rotation')

    await bus.nc.flush()
    await vi.waitFor(() => expect(lines).toHaveLength(2))

    expect(lines).toContainEqual(expect.objectContaining(refused('^_INBOX_rotation\\.')))
    expect(lines).toContainEqual(expect.objectContaining(refused('^limits\\.rotation\\.>$')))
    expect(thrown.mock.calls).toEqual([])
    await bus.close()
  })

  it('is none for replies where the bus has the name of its user', async () => {
    const { bus, lines } = await connectAs('cart')

    await bus.nc.flush()
    await bus.close()

    expect(lines).toEqual([])
  })
})
