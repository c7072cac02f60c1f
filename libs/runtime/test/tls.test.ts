import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { mongodbServer } from '../../../tools/infra/mongodb.ts'
import { natsServer } from '../../../tools/infra/nats.ts'
import { freePort } from '../../../tools/infra/ports.ts'
import { createServerProcess, type ServerProcess } from '../../../tools/infra/server-process.ts'
import { startWatchdog } from '../../../tools/infra/watchdog.ts'
import { connectBus } from '../src/bus/connect-bus.ts'
import { natsAddress } from '../src/bus/nats-options.ts'
import { connectMongo } from '../src/store/mongo.ts'
import { mongoTls } from '../src/store/mongo-tls.ts'

const { nats_server_path, mongod_path } = inject('infra')
const watchdog = startWatchdog()
let folder: string
const servers: ServerProcess[] = []
const ports = { nats: 0, nats_monitor: 0, mongodb: 0 }

/** A self-signed certificate for this machine; the names of its files without folder and `.pem`. */
async function makeCertificate(name: string) {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keySize: 2048,
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 7, ip: '127.0.0.1' },
          { type: 2, value: 'localhost' },
        ],
      },
    ],
  })
  writeFileSync(fileOf(`${name}-key`), key, { mode: 0o600 })
  writeFileSync(fileOf(name), cert)
  writeFileSync(fileOf(`${name}-both`), `${key}\n${cert}`, { mode: 0o600 })
}
/** @throws Error while nobody listens */
async function untilAccepts(port: number) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect').finally(() => socket.destroy())
}
const fileOf = (name: string) => join(folder, `${name}.pem`)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-tls-'))
  await Promise.all(['server', 'client', 'other'].map(makeCertificate))
  for (const name of ['nats', 'nats_monitor', 'mongodb'] as const) ports[name] = await freePort()
  const tls = `tls { cert_file: "${fileOf('server')}", key_file: "${fileOf('server-key')}", ca_file: "${fileOf('client')}", verify: true }`
  const program = (path: string) => ({ kind: 'executable', source: 'test', version: '', path }) as const
  const mongodb = mongod_path && {
    ...mongodbServer({
      program: program(mongod_path),
      folder,
      port: ports.mongodb,
      args: ['--tlsMode', 'requireTLS', '--tlsCertificateKeyFile', fileOf('server-both'), '--tlsCAFile', fileOf('client')],
      ready: () => untilAccepts(ports.mongodb),
    }),
  }
  const nats = nats_server_path && natsServer({ program: program(nats_server_path), folder, ports, config: tls })
  for (const spec of [nats, mongodb]) if (spec) servers.push(createServerProcess(spec, watchdog))
  await Promise.all(servers.map((server) => server.start()))
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  watchdog.close()
  await rm(folder, { recursive: true, force: true })
})

describe.skipIf(!nats_server_path)('NATS with TLS', () => {
  const own = () => ({ NATS_TLS_CERT_FILE: fileOf('client'), NATS_TLS_KEY_FILE: fileOf('client-key') })

  /** Resolves to `connected`, or to the first reason that is logged. */
  async function outcome(settings: object) {
    const reasons: string[] = []
    const write = (line: string) => void reasons.push(JSON.parse(line).reason)
    const logger = pino({ level: 'warn' }, { write })
    const NATS_URL = `nats://localhost:${ports.nats}` // the NATS client verifies host names, not addresses
    const waiting = new AbortController()
    const { signal } = waiting
    const connecting = connectBus({ ...natsAddress({ NATS_URL, ...settings }), name: 'tls', logger, signal })
    connecting.then((bus) => bus.close()).catch(() => {})
    for (;;) {
      const done = await Promise.race([connecting.then(() => 'connected'), sleep(50, undefined)])
      if (!done && reasons.length === 0) continue
      waiting.abort()
      return done ?? reasons[0]
    }
  }

  it('accepts the connection when both certificate authorities are known', async () => {
    expect(await outcome({ NATS_TLS_CA_FILE: fileOf('server'), ...own() })).toBe('connected')
  })

  it('fails with the reason in the log when another authority is configured', async () => {
    expect(await outcome({ NATS_TLS_CA_FILE: fileOf('other'), ...own() })).toMatch(/SELF_SIGNED|UNABLE_TO|CERT/)
  })

  it('fails when its certificate is not signed by an authority of the system', async () => {
    expect(await outcome({ NATS_URL: `tls://localhost:${ports.nats}`, ...own() })).toMatch(/SELF_SIGNED|UNABLE_TO|CERT/)
  })

  it('fails without a client certificate when the server requires one', async () => {
    expect(await outcome({ NATS_TLS_CA_FILE: fileOf('server') })).not.toBe('connected')
  })
})

describe.skipIf(!nats_server_path)('NATS without TLS', () => {
  it('fails where TLS is configured, so that no password is sent in clear text', async () => {
    const { nats_host } = inject('infra')
    const reasons: string[] = []
    const logger = pino({ level: 'warn' }, { write: (line: string) => void reasons.push(line) })
    const settings = { NATS_URL: `nats://t1:t1@${nats_host}`, NATS_TLS_CA_FILE: fileOf('server') }
    const waiting = new AbortController()
    const connecting = connectBus({ ...natsAddress(settings), name: 'tls', logger, signal: waiting.signal }).then((bus) => {
      reasons.push('connected')
      return bus.close()
    })
    await expect.poll(() => reasons.join()).toMatch(/tls/i)
    expect(reasons).not.toContain('connected')
    waiting.abort()
    await expect(connecting).rejects.toThrow()
  })
})

describe.skipIf(!mongod_path)('MongoDB with TLS', () => {
  const url = () => `mongodb://127.0.0.1:${ports.mongodb}/?directConnection=true`
  const own = () => ({ MONGODB_TLS_CERT_KEY_FILE: fileOf('client-both') })
  const ping = async (settings: object) => {
    const client = await connectMongo(url(), mongoTls(settings))
    const answer = await client.db('admin').command({ hello: 1 })
    await client.close()
    return answer
  }

  it('accepts the connection when both certificate authorities are known', async () => {
    expect(await ping({ MONGODB_TLS_CA_FILE: fileOf('server'), ...own() })).toMatchObject({ ok: 1 })
  })

  it('fails with the reason in the error when another authority is configured', async () => {
    await expect(ping({ MONGODB_TLS_CA_FILE: fileOf('other'), ...own() })).rejects.toThrow(/certificate/i)
  })

  it('fails without TLS settings', async () => {
    await expect(ping({})).rejects.toThrow()
  })
})
