import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findServers } from '../../../../tools/infra/find-servers.ts'
import { natsServer } from '../../../../tools/infra/nats.ts'
import { stablePorts } from '../../../../tools/infra/ports.ts'
import { createServerProcess } from '../../../../tools/infra/server-process.ts'
import { startWatchdog } from '../../../../tools/infra/watchdog.ts'

/** A NATS server that a test may kill and start again at the same address. */
export async function startOwnNats({ config }: { config?: string } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'souk-gateway-'))
  const { 'nats-server': program } = await findServers(['nats-server'])
  const ports = await stablePorts(folder, ['nats', 'nats_monitor'])
  const watchdog = startWatchdog()
  const server = createServerProcess(natsServer({ program, folder, ports, ...(config && { config }) }), watchdog)
  await server.start()
  return {
    ...server,
    url: `nats://127.0.0.1:${ports.nats}`,
    monitor_url: `http://127.0.0.1:${ports.nats_monitor}`,
    /** The server's log so far. */
    log: () => readFile(join(folder, 'nats.log'), 'utf8'),
    async remove() {
      await server.stop()
      watchdog.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type OwnNats = Awaited<ReturnType<typeof startOwnNats>>
