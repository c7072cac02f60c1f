import { mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { writeSecret } from '../../deploy/credentials/write-addresses.ts'
import type { Program } from './find-servers.ts'
import { natsNeedsRestart } from './nats-health.ts'
import type { ServerSpec } from './server-process.ts'

const CONTAINER_FOLDER = '/souk'
const USERS = 'users.conf'
/** Older events are on disk: a power loss affects only the newest, which MongoDB still has. */
const SYNC_INTERVAL = '1s'
/** A cart's orders are placed with one request; NATS warns about more than this. */
const MAX_PAYLOAD = '8MB'

export interface NatsOptions {
  program: Program
  /** Folder for data, configuration, log and process id. */
  folder: string
  ports: { nats: number; nats_monitor: number }
  /** The server's name, which must stay the same in a cluster. Default: from its port. */
  serverName?: string
  /** Additional server configuration, in the server's own format: accounts, limits. */
  config?: string
  /** Users and their permissions, in the same format; in a separate file, so that they can be changed while the server runs. */
  users?: string
}

/** The file with the users of a server. @param folder of the server */
export const natsUsersFile = (folder: string) => join(folder, 'nats', USERS)

/** How to run nats-server with JetStream on 127.0.0.1. */
export function natsServer({ program, folder, ports, serverName, config = '', users }: NatsOptions): ServerSpec {
  const data = join(folder, 'nats')
  const file = join(data, 'server.conf')
  const inContainer = program.kind === 'image'
  mkdirSync(data, { recursive: true })
  if (users !== undefined) writeSecret(natsUsersFile(folder), users)
  writeSecret(
    file,
    natsConfig({
      serverName: serverName ?? `souk-${inContainer ? 4222 : ports.nats}`,
      host: inContainer ? '0.0.0.0' : '127.0.0.1',
      port: inContainer ? 4222 : ports.nats,
      monitorPort: inContainer ? 8222 : ports.nats_monitor,
      store: inContainer ? `${CONTAINER_FOLDER}/jetstream` : join(data, 'jetstream'),
      config: users === undefined ? config : `${config}\ninclude '${USERS}'`,
    }),
  )
  const common = { name: 'nats', log: join(folder, 'nats.log'), pidFile: join(folder, 'nats.pid') } as const
  const ready = async () => void (await natsInfo('127.0.0.1', ports.nats))
  const needsRestart = () => natsNeedsRestart(`http://127.0.0.1:${ports.nats_monitor}`, data)
  if (!inContainer) return { ...common, command: program.path, args: ['-c', file], ready, needsRestart }

  const container = `souk-nats-${ports.nats}`
  const published = ['-p', `127.0.0.1:${ports.nats}:4222`, '-p', `127.0.0.1:${ports.nats_monitor}:8222`]
  const args = ['run', '--rm', '--name', container, ...published, '-v', `${data}:${CONTAINER_FOLDER}`]
  return {
    ...common,
    command: 'docker',
    container,
    args: [...args, program.image, '-c', `${CONTAINER_FOLDER}/server.conf`],
    ready,
    needsRestart,
  }
}

/** The server's configuration file. */
export function natsConfig(options: {
  serverName: string
  host: string
  port: number
  monitorPort: number
  store: string
  config: string
}) {
  return [
    `server_name: ${options.serverName}`,
    `host: ${JSON.stringify(options.host)}`,
    `port: ${options.port}`,
    `http: ${JSON.stringify(`${options.host}:${options.monitorPort}`)}`,
    `max_payload: ${MAX_PAYLOAD}`,
    `jetstream { store_dir: ${JSON.stringify(options.store)}, sync_interval: ${SYNC_INTERVAL} }`,
    options.config,
    '',
  ].join('\n')
}

export interface NatsInfo {
  version: string
  jetstream?: boolean
}

/** The line with which a NATS server greets every connection: reading it needs neither a client nor credentials. */
export function natsInfo(host: string, port: number, timeoutMs = 3_000): Promise<NatsInfo> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port })
    let text = ''
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)))
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      text += chunk
      const end = text.indexOf('\r\n')
      if (end < 0) return
      socket.destroy()
      if (text.startsWith('INFO ')) resolve(JSON.parse(text.slice(5, end)))
      else reject(new Error('it is not a NATS server'))
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('it closed the connection without a greeting')))
  })
}
