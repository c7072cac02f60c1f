import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { natsServer, natsUsersFile } from '../../../tools/infra/nats.ts'
import { freePort } from '../../../tools/infra/ports.ts'
import { createServerProcess, type ServerProcess } from '../../../tools/infra/server-process.ts'
import { startWatchdog } from '../../../tools/infra/watchdog.ts'
import { connectBus } from '../src/bus/connect-bus.ts'
import { listen } from '../src/bus/listen.ts'
import { createSharedCounts } from '../src/bus/shared-counts.ts'
import { createLogger } from '../src/observability/logger.ts'

const { nats_server_path } = inject('infra')

describe.skipIf(!nats_server_path)('a subscription that the NATS user lacks permission for', () => {
  const watchdog = startWatchdog()
  let folder: string
  let server: ServerProcess
  let port: number

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'souk-listen-'))
    port = await freePort()
    const ports = { nats: port, nats_monitor: await freePort() }
    const program = { kind: 'executable', source: 'test', version: '', path: nats_server_path! } as const
    const users = permitted('_INBOX_cart.>')
    server = createServerProcess(natsServer({ program, folder, ports, users }), watchdog)
    await server.start()
  })
  afterAll(async () => {
    await server?.stop()
    watchdog.close()
    await rm(folder, { recursive: true, force: true })
  })

  const permitted = (...subjects: string[]) =>
    `authorization { users: [{ user: cart, password: any, permissions: { subscribe: ${JSON.stringify(subjects)} } }] }`
  /** Changes the permissions as an operator does who upgrades. */
  async function permit(...subjects: string[]) {
    await writeFile(natsUsersFile(folder), permitted('_INBOX_cart.>', ...subjects))
    process.kill(server.pid()!, 'SIGHUP')
  }

  async function connectAs(name: string) {
    const lines: Record<string, unknown>[] = []
    const logger = createLogger('test', 'info', { output: { write: (line) => void lines.push(JSON.parse(line)) } })
    const bus = await connectBus({ url: `nats://cart:any@127.0.0.1:${port}`, name, logger })
    return { bus, logger, lines }
  }
  const refused = (subject: string) => ({
    subject: expect.stringMatching(subject),
    err: expect.objectContaining({ type: 'PermissionViolationError' }),
    msg: 'a subscription was ended: it receives no messages any more',
  })

  it('is logged in one line and throws nothing, whether for replies or anything else', async () => {
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

  it('does not occur for replies when the bus has the name of its user', async () => {
    const { bus, lines } = await connectAs('cart')

    await bus.nc.flush()
    await bus.close()

    expect(lines).toEqual([])
  })

  it('is renewed once the user gets the permission, without duplicate messages', async () => {
    const { bus, logger, lines } = await connectAs('cart')
    const heard: string[] = []
    const subscription = listen({ nc: bus.nc, logger }, 'news.*', (message) => void heard.push(message.string()))
    const tell = async (text: string) => {
      bus.nc.publish('news.today', text)
      await bus.flush()
    }
    try {
      await vi.waitFor(() => expect(lines).toEqual([expect.objectContaining(refused('^news\\.\\*$'))]))
      expect(subscription.isHeard).toBe(false)
      await tell('a')

      await permit('news.*')
      await vi.waitFor(() => expect(subscription.isHeard).toBe(true))
      await tell('b')
      await permit()
      await vi.waitFor(() => expect(subscription.isHeard).toBe(false))
      await tell('c')
      await permit('news.*')
      await vi.waitFor(() => expect(subscription.isHeard).toBe(true))
      await tell('d')

      expect(heard).toEqual(['b', 'd'])
      expect(lines.map(({ msg }) => msg)).toEqual(
        Array(2)
          .fill([refused('').msg, 'a subscription receives messages again'])
          .flat(),
      )
    } finally {
      await permit()
      await bus.close()
    }
  })

  it('is not renewed after unsubscribing', async () => {
    const { bus, logger, lines } = await connectAs('cart')
    const heard: string[] = []
    const given_up = [listen({ nc: bus.nc, logger }, 'old.a', () => void heard.push('a'))]
    given_up.push(listen({ nc: bus.nc, logger }, 'old.b', () => void heard.push('b')))
    // The server may still be applying the permissions of the previous test, which closes the connection.
    await vi.waitFor(() => expect(lines.filter(({ msg }) => msg === refused('').msg)).toHaveLength(2))
    given_up[0]!.unsubscribe()
    await given_up[1]!.drain()

    await permit('old.*', 'other')
    const isHeard = vi.fn()
    listen({ nc: bus.nc, logger }, 'other', isHeard)
    await vi.waitFor(async () => {
      bus.nc.publish('other')
      await bus.flush()
      expect(isHeard).toHaveBeenCalled()
    })
    await sleep(1500)
    for (const subject of ['old.a', 'old.b']) bus.nc.publish(subject)
    await bus.flush()

    expect(heard).toEqual([])
    await bus.close()
  })
})
