import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connectBus, createLogger } from '@souk/runtime'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { parse } from 'yaml'
import { PROCESSES, SERVICES } from '../deploy/credentials/processes.ts'
import { mongodbServer } from '../tools/infra/mongodb.ts'
import { natsInfo } from '../tools/infra/nats.ts'
import { freePort } from '../tools/infra/ports.ts'
import { createServerProcess, type ServerProcess } from '../tools/infra/server-process.ts'
import { startWatchdog } from '../tools/infra/watchdog.ts'

const ROOT = join(import.meta.dirname, '..')
const run = promisify(execFile)
/** Within the repository, as in the image: packages are found beside it. */
const BUNDLE = join(ROOT, 'node_modules', '.cache', `souk-setup-${process.pid}.mjs`)

interface Container {
  environment?: Record<string, string>
  volumes?: string[]
  ports?: string[]
}
const { services } = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Record<string, Container>
}

describe('docker-compose.yml', () => {
  it.each(PROCESSES)('gives %s its own credentials, in a volume that no other process mounts', (name) => {
    const mount = `${name}-credentials:/credentials:ro`
    expect(services[name]?.volumes).toContain(mount)
    const others = Object.entries(services).filter(([other, { volumes }]) => other !== 'setup' && volumes?.join().includes(mount))
    expect(others.map(([other]) => other)).toEqual([name])
    expect(services[name]?.environment?.NATS_URL_FILE).toBe('/credentials/nats_url')
  })

  it('gives the gateway no MongoDB, and nobody an address without a user', () => {
    expect(Object.keys(services.gateway?.environment ?? {}).filter((name) => name.startsWith('MONGODB'))).toEqual([])
    for (const { environment = {} } of Object.values(services))
      expect([environment.NATS_URL, environment.MONGODB_URL]).toEqual([undefined, undefined])
    for (const name of SERVICES) expect(services[name]?.environment?.MONGODB_URL_FILE).toBe('/credentials/mongodb_url')
  })

  it('publishes the gateway alone, on loopback', () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports)
    expect(published.map(([name]) => name)).toEqual(['gateway'])
    for (const port of services.gateway?.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/)
  })
})

const { nats_server_path, mongod_path } = inject('infra')

describe.skipIf(!nats_server_path || !mongod_path)('the one-shot steps', () => {
  const watchdog = startWatchdog()
  const servers: ServerProcess[] = []
  const port = { nats: 0, monitor: 0, mongodb: 0 }
  let folder: string
  const file = (...path: string[]) => join(folder, 'credentials', ...path)
  const read = (...path: string[]) => readFile(file(...path), 'utf8')

  async function setup(...args: string[]) {
    const env = {
      ...process.env,
      CREDENTIALS: join(folder, 'credentials'),
      NATS_STORE: join(folder, 'jetstream'),
      NATS_URL: `nats://127.0.0.1:${port.nats}`,
      MONGODB_URL: `mongodb://127.0.0.1:${port.mongodb}/?replicaSet=souk`,
      MONGODB_LOCAL_URL: `mongodb://127.0.0.1:${port.mongodb}/?directConnection=true`,
      MONGODB_MEMBER: `127.0.0.1:${port.mongodb}`,
    }
    await run(process.execPath, [BUNDLE, ...args], { cwd: ROOT, env })
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'souk-compose-'))
    for (const name of ['nats', 'monitor', 'mongodb'] as const) port[name] = await freePort()
    const [, options] = /npx esbuild (.*) --outfile/.exec(readFileSync(join(ROOT, 'deploy', 'Dockerfile'), 'utf8'))!
    await run(join(ROOT, 'node_modules', '.bin', 'esbuild'), [...options!.split(' '), `--outfile=${BUNDLE}`], { cwd: ROOT })
    await setup('files')
    const overrides = ['-a', '127.0.0.1', '-p', String(port.nats), '-m', String(port.monitor)]
    const nats = {
      name: 'nats',
      command: nats_server_path!,
      args: ['-c', file('nats', 'nats.conf'), ...overrides],
      log: join(folder, 'nats.log'),
      pid_file: join(folder, 'nats.pid'),
      ready: async () => void (await natsInfo('127.0.0.1', port.nats)),
    } as const
    const program = { kind: 'executable', source: 'test', version: '', path: mongod_path! } as const
    const args = ['--keyFile', file('mongodb', 'key')]
    const mongodb = mongodbServer({ program, folder, port: port.mongodb, args, ready: async () => {} })
    for (const spec of [nats, mongodb]) servers.push(createServerProcess(spec as typeof mongodb, watchdog))
    await Promise.all(servers.map((server) => server.start()))
    await setup('mongodb')
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    watchdog.close()
    await rm(BUNDLE, { force: true })
    await rm(folder, { recursive: true, force: true })
  })

  const countCarts = async (url: string, database = 'souk_cart') => {
    const client = new MongoClient(url, { serverSelectionTimeoutMS: 3000 })
    try {
      return await client.db(database).collection('carts').countDocuments()
    } finally {
      await client.close()
    }
  }
  const enter = async (url: string) => {
    const connecting = connectBus({ url, name: 'cart', logger: createLogger('test', 'silent') })
    return Promise.race([
      connecting.then((bus) => bus.close().then(() => 'in')),
      new Promise((resolve) => setTimeout(resolve, 1500, 'refused')),
    ])
  }

  it('write files that their owner alone can read, and none of MongoDB for the gateway', async () => {
    for (const path of ['setup/credentials.json', 'nats/users.conf', 'nats/nats.conf', 'mongodb/key', 'cart/nats_url'])
      expect([path, (await stat(file(path))).mode & 0o777]).toEqual([path, 0o600])
    expect(existsSync(file('gateway', 'mongodb_url'))).toBe(false)
  })

  it('make NATS write events to disk each second', async () => {
    const { config } = (await (await fetch(`http://127.0.0.1:${port.monitor}/jsz`)).json()) as {
      config: { sync_interval: number }
    }

    expect(config.sync_interval).toBe(1_000_000_000)
  })

  it('make users with which each process gets in, to its own data only, and no operator of NATS', async () => {
    expect(await enter(await read('cart', 'nats_url'))).toBe('in')
    await expect(countCarts(await read('cart', 'mongodb_url'))).resolves.toBe(0)
    await expect(countCarts(await read('cart', 'mongodb_url'), 'souk_orders')).rejects.toThrow(/not authorized/)
    expect(await read('nats', 'users.conf')).not.toContain('operator')
  })

  it('change nothing when they run again', async () => {
    const before = await read('setup', 'credentials.json')
    await setup('files')
    await setup('mongodb')
    expect(await read('setup', 'credentials.json')).toBe(before)
  })

  it('change passwords: both count, then the new one alone', async () => {
    const nats = createServerReload(() => servers[0]?.pid())
    const old = { nats: await read('cart', 'nats_url'), mongodb: await read('cart', 'mongodb_url') }
    const orders = await read('orders', 'nats_url')
    await setup('rotate', 'cart')
    nats.reload()
    await setup('mongodb')
    const renewed = { nats: await read('cart', 'nats_url'), mongodb: await read('cart', 'mongodb_url') }
    for (const { nats: url, mongodb } of [old, renewed]) {
      await expect.poll(() => enter(url)).toBe('in')
      await expect(countCarts(mongodb)).resolves.toBe(0)
    }
    await setup('settle')
    nats.reload()
    await setup('mongodb')
    expect(await enter(renewed.nats)).toBe('in')
    expect(await enter(old.nats)).toBe('refused')
    await expect(countCarts(old.mongodb)).rejects.toThrow(/Authentication failed/)
    await expect(countCarts(renewed.mongodb)).resolves.toBe(0)
    expect(await read('orders', 'nats_url')).toBe(orders)
  }, 60_000)
})

const createServerReload = (pid: () => number | undefined) => ({ reload: () => process.kill(pid()!, 'SIGHUP') })

describe('the key that signs tokens', () => {
  it('is readable by its owner only, also one of a former version', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'souk-key-'))
    const file = join(folder, 'key.json')
    const make = () => run(process.execPath, [join(ROOT, 'deploy', 'make-signing-key.mjs'), file])
    await make()
    const first = await readFile(file, 'utf8')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await run('chmod', ['644', file])
    await make()
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).toBe(first)
    await rm(folder, { recursive: true })
  })
})
