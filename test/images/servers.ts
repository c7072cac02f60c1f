import { join } from 'node:path'
import { mongodbServer } from '../../tools/infra/mongodb.ts'
import { natsInfo } from '../../tools/infra/nats.ts'
import { freePort } from '../../tools/infra/ports.ts'
import { createServerProcess } from '../../tools/infra/server-process.ts'
import { startWatchdog } from '../../tools/infra/watchdog.ts'

export interface Programs {
  nats_server_path: string
  mongod_path: string
}

/** NATS and MongoDB as docker-compose.yml starts them, with the files that its setup wrote to `<folder>/credentials`. */
export async function composeServers(folder: string, { nats_server_path, mongod_path }: Programs) {
  const watchdog = startWatchdog()
  const port = { nats: await freePort(), monitor: await freePort(), mongodb: await freePort() }
  const credentials = join(folder, 'credentials')
  const nats = createServerProcess(
    {
      name: 'nats',
      command: nats_server_path,
      args: ['-c', join(credentials, 'nats', 'nats.conf'), '-a', '127.0.0.1', '-p', `${port.nats}`, '-m', `${port.monitor}`],
      log: join(folder, 'nats.log'),
      pidFile: join(folder, 'nats.pid'),
      ready: async () => void (await natsInfo('127.0.0.1', port.nats)),
    },
    watchdog,
  )
  const program = { kind: 'executable', source: 'test', version: '', path: mongod_path } as const
  const args = ['--keyFile', join(credentials, 'mongodb', 'key')]
  const mongodb = createServerProcess(
    mongodbServer({ program, folder, port: port.mongodb, args, ready: async () => {} }),
    watchdog,
  )

  return {
    port,
    /** For the setup, in place of its defaults. */
    env: {
      CREDENTIALS: credentials,
      NATS_STORE: join(folder, 'jetstream'),
      NATS_URL: `nats://127.0.0.1:${port.nats}`,
      MONGODB_URL: `mongodb://127.0.0.1:${port.mongodb}/?replicaSet=souk`,
      MONGODB_LOCAL_URL: `mongodb://127.0.0.1:${port.mongodb}/?directConnection=true`,
      MONGODB_MEMBER: `127.0.0.1:${port.mongodb}`,
    },
    /** Once the setup has written its files. */
    start: () => Promise.all([nats.start(), mongodb.start()]),
    reloadNats: () => process.kill(nats.pid()!, 'SIGHUP'),
    async stop() {
      await Promise.all([nats.stop(), mongodb.stop()])
      watchdog.close()
    },
  }
}
