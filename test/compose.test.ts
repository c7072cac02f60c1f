import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ERRORS } from '@souk/contracts'
import { connectBus, createLogger, readConfig } from '@souk/runtime'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { parse } from 'yaml'
import { PROCESSES, SERVICES } from '../deploy/credentials/processes.ts'
import { STOP_WITHIN_MS } from '../libs/runtime/src/process/run-process.ts'
import { CartConfig } from '../services/cart/src/config.ts'
import { GatewayConfig } from '../services/gateway/src/config.ts'
import { filesConfig } from '../services/gateway/src/files/files-config.ts'
import { OrdersConfig } from '../services/orders/src/config.ts'
import { PricingConfig } from '../services/pricing/src/config.ts'
import { SellersConfig } from '../services/sellers/src/config.ts'
import { createTokenSigner } from '../services/sellers/src/credentials/tokens.ts'
import { endBundler } from '../tools/build.mjs'
import { bundleWithPackages } from '../tools/bundle-with-packages.mjs'
import { builtContainers, composeFile } from './images/compose-file.ts'
import { composeServers } from './images/servers.ts'

const ROOT = join(import.meta.dirname, '..')
const run = promisify(execFile)
const { services, networks, volumes } = composeFile
const all = Object.entries(services)
/** Containers that keep running. */
const lasting = all.filter(([, { restart }]) => restart).map(([name]) => name)
const STEPS = ['setup', 'mongodb-users', 'signing-key', 'seed']
/** Containers that end. */
const ONE_SHOT = [...STEPS, 'operate']

describe('docker-compose.yml', () => {
  it.each(PROCESSES)('gives %s its own credentials, in a volume that no other process mounts', (name) => {
    const mount = `${name}-credentials:/credentials:ro`
    expect(services[name]?.volumes).toContain(mount)
    const others = all.filter(([other, { volumes }]) => !ONE_SHOT.includes(other) && volumes?.join().includes(mount))
    expect(others.map(([other]) => other)).toEqual([name])
    expect(services[name]?.environment?.NATS_URL_FILE).toBe('/credentials/nats_url')
  })

  it('gives the gateway no MongoDB, and no container an address without a user', () => {
    expect(Object.keys(services.gateway?.environment ?? {}).filter((name) => name.startsWith('MONGODB'))).toEqual([])
    for (const { environment = {} } of Object.values(services))
      expect([environment.NATS_URL, environment.MONGODB_URL]).toEqual([undefined, undefined])
    for (const name of SERVICES) expect(services[name]?.environment?.MONGODB_URL_FILE).toBe('/credentials/mongodb_url')
  })

  it('publishes only the proxy, on loopback, so that there can be several gateways', () => {
    const published = all.filter(([, { ports }]) => ports)
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([
      ['proxy', [expect.stringMatching(/^127\.0\.0\.1:.*:9000$/)]],
    ])
    const proxy = readFileSync(join(ROOT, 'deploy', 'haproxy.cfg'), 'utf8')
    expect(proxy).toMatch(/^ {2}bind :9000$/m)
    // A write that a gateway took may have been carried out.
    expect(proxy).toMatch(/^ {2}http-request disable-l7-retry unless \{ method GET \}$/m)
    expect(proxy).toMatch(
      new RegExp(`^ {2}server-template gateway \\d+ gateway:${services.gateway?.environment?.PORT} resolvers engine `, 'm'),
    )
  })

  it('has the proxy return errors like the gateways do, with the request id of their logs', () => {
    const proxy = readFileSync(join(ROOT, 'deploy', 'haproxy.cfg'), 'utf8')
    const json = "content-type 'application/json; charset=utf-8' lf-string"
    const refusals = [...proxy.matchAll(/^ {2}http-error status (\d+) (.*) '(\{.*\})' (.*)$/gm)]
    const { invalid_data, unavailable, outcome_unknown } = ERRORS
    const known = { 400: invalid_data, 408: invalid_data, 502: outcome_unknown, 503: unavailable, 504: outcome_unknown }
    expect(refusals.map(([, status]) => status)).toEqual(Object.keys(known))
    for (const [, status, type, body, headers] of refusals) {
      const { status: _, ...shown } = known[Number(status) as keyof typeof known]
      const isLate = Number(status) >= 500 // after the rules below, which is not true for HAProxy's own 400 and 408
      const [id, quoted] = isLate ? ['%[var(txn.request_id)]', '%[var(txn.request_id),json]'] : ['%[unique-id]', '%[unique-id]']
      const rest = { message: expect.stringMatching(/^The /), request_id: quoted }
      expect([status, type, JSON.parse(body!)]).toEqual([status, json, { ...shown, ...rest }])
      expect([status, headers]).toEqual([status, `hdr Request-Id "${id}"${isLate ? ' hdr Retry-After 1' : ''}`])
    }
    // The client's own id if a gateway would accept it, so that both show the same.
    expect([...proxy.matchAll(/^ {2}http-request (set-(?:var|header) ?.*)$/gm)].map(([, rule]) => rule)).toEqual([
      'set-var(txn.request_id) req.fhdr(x-request-id)',
      'set-var(txn.request_id) req.fhdr(request-id) if { req.fhdr(request-id) -m found }',
      'set-var(txn.request_id) unique-id unless { var(txn.request_id) -m reg ^[!-~]{1,128}$ }',
      'set-header Request-Id %[var(txn.request_id)]',
    ])
    const accepted = readFileSync(join(ROOT, 'services', 'gateway', 'src', 'new-server.ts'), 'utf8')
    expect(accepted).toContain('const REQUEST_ID = /^[\\x21-\\x7e]{1,128}$/')
  })

  it('restricts MongoDB to services, and networks with outside access to the proxy and gateways', () => {
    const on = (network: string) => all.filter(([, one]) => one.networks?.includes(network)).map(([name]) => name)
    expect(on('data').sort()).toEqual([...SERVICES, 'mongodb', 'seed', 'operate'].sort())
    expect(on('bus').sort()).toEqual([...PROCESSES, 'nats', 'operate'].sort())
    expect(on('edge')).toEqual(['gateway', 'proxy'])
    expect([networks.data, networks.bus, networks.edge]).toEqual([{ internal: true }, { internal: true }, {}])
    const rest = all.filter(([, one]) => !one.networks).map(([name, { network_mode }]) => [name, network_mode])
    expect(rest).toEqual([
      ['setup', 'none'],
      ['mongodb-users', 'service:mongodb'],
      ['signing-key', 'none'],
    ])
  })

  it.each(all)('gives %s write access to volumes only, no privileges, and a memory limit', (_, container) => {
    expect(container).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    expect(container.mem_limit).toMatch(/^\d+[mg]$/)
    expect(container.pids_limit).toBeGreaterThan(0)
  })

  it.each(all)('limits the log size of %s', (_, { logging }) => {
    expect(logging).toEqual({ driver: 'local', options: { 'max-size': '50m', 'max-file': '5' } })
  })

  it('gives capabilities and root to one-shot steps only', () => {
    const more = all.flatMap(([name, { cap_add }]) => (cap_add ? [[name, cap_add]] : []))
    expect(more).toEqual([
      ['setup', ['CHOWN', 'DAC_OVERRIDE']],
      ['signing-key', ['CHOWN', 'FOWNER']],
    ])
    const root = all.filter(([, { user }]) => user === 'root').map(([name]) => name)
    expect(root).toEqual(['setup', 'mongodb-users', 'signing-key'])
  })

  it('gives every lasting container a health check and a sufficient stop period', () => {
    expect([...lasting, ...ONE_SHOT].sort()).toEqual(Object.keys(services).sort())
    for (const name of lasting) {
      const { healthcheck, stop_grace_period } = services[name]!
      expect([name, healthcheck?.test[0]]).toEqual([name, 'CMD'])
      expect(Number.parseInt(healthcheck!.timeout, 10)).toBeLessThanOrEqual(Number.parseInt(healthcheck!.interval, 10))
      expect(stop_grace_period).toMatch(/^\d+s$/)
      expect(Number.parseInt(stop_grace_period!, 10) * 1000).toBeGreaterThan(STOP_WITHIN_MS)
    }
    for (const name of PROCESSES) expect(services[name]?.healthcheck?.test.slice(1)).toEqual(['/nodejs/bin/node', 'health.mjs'])
  })

  it('gives the operator commands access to all credentials, and does not start them', () => {
    const { volumes, profiles, depends_on } = services.operate!
    expect(volumes).toEqual(PROCESSES.map((name) => `${name}-credentials:/credentials/${name}:ro`))
    expect([profiles, depends_on, all.some(([, one]) => one.depends_on?.operate)]).toEqual([['operate'], undefined, false])
  })

  it('waits for completed steps and healthy servers', () => {
    for (const [name, { depends_on = {} }] of all)
      for (const [other, { condition }] of Object.entries(depends_on)) {
        const isDone = STEPS.includes(other)
        const late = isDone ? 'service_completed_successfully' : 'service_healthy'
        // MongoDB's health waits for `mongodb-users`; the proxy finds gateways whenever they start.
        const early = ['mongodb-users mongodb', 'proxy gateway'].includes(`${name} ${other}`)
        expect([name, other, condition]).toEqual([name, other, early ? 'service_started' : late])
      }
    for (const name of SERVICES)
      expect(Object.keys(services[name]?.depends_on ?? {})).toEqual(expect.arrayContaining(['nats', 'mongodb-users']))
    for (const name of STEPS) expect([name, all.some(([, one]) => one.depends_on?.[name])]).toEqual([name, true])
  })

  it('has demonstration data in its profile only, loaded before requests are accepted', () => {
    expect(all.filter(([, { profiles }]) => profiles).map(([name, { profiles }]) => [name, profiles])).toEqual([
      ['seed', ['demo']],
      ['operate', ['operate']],
    ])
    expect(services.gateway?.depends_on?.seed).toEqual({ condition: 'service_completed_successfully', required: false })
  })

  it('passes the file storage settings to the gateway, which stores no files without a bucket', () => {
    const environment = services.gateway?.environment ?? {}
    const given = (own: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(environment).flatMap(([name, text]) => {
          const [, source, fallback] = /^\$\{(\w+):-(.*)\}$/.exec(text) ?? []
          const value = source === undefined ? text : own[source] || fallback!
          return name.startsWith('NATS_URL') ? [] : [[name, value]]
        }),
      )
    const settings = Object.keys(filesConfig).filter((name) => name !== 'FILES_FOLDER') // containers write to volumes only
    for (const name of settings) expect(environment[name]).toMatch(new RegExp(`^\\$\\{${name}:-.*\\}$`))
    expect(readConfig(GatewayConfig, given({}))).toMatchObject({ UPLOAD_MAX_MB: 10, S3_REGION: 'us-east-1', S3_PREFIX: '' })
    expect(readConfig(GatewayConfig, given({})).S3_BUCKET).toBeUndefined()
    const own = {
      UPLOAD_MAX_MB: '20',
      S3_BUCKET: 'shop',
      S3_REGION: 'eu-central-1',
      S3_ENDPOINT: 'https://storage.example',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_FILE_URL: 'https://files.example',
      S3_PREFIX: 'souk/',
    }
    expect(Object.keys(own)).toEqual(expect.arrayContaining(settings))
    expect(readConfig(GatewayConfig, given(own))).toMatchObject({ ...own, UPLOAD_MAX_MB: 20 })
  })

  /** Set by the file itself, or meaningless with one NATS, one MongoDB, and no other file system. */
  const GIVEN = /^(NATS|MONGODB|METRICS)_|^(HOST|PORT|SOUK_ENV|FILES_FOLDER|AUTH_SIGNING_KEY|JETSTREAM_REPLICAS)$/
  const configs = {
    pricing: PricingConfig,
    cart: CartConfig,
    orders: OrdersConfig,
    sellers: SellersConfig,
    gateway: GatewayConfig,
  }

  it.each(Object.entries(configs))('passes all other variables of %s from the environment or `.env`', (name, schema) => {
    const environment = services[name]?.environment ?? {}
    const read = Object.keys(schema.shape).filter((variable) => !GIVEN.test(variable) && !environment[variable]?.startsWith('/'))
    const handed = Object.keys(environment).filter((variable) => environment[variable]!.includes('${'))
    expect(handed.sort()).toEqual(read.filter((variable) => !variable.endsWith('_FILE')).sort())
    const fallbacks = handed.map((variable) => {
      const [, source, fallback] = /^\$\{(\w+):-(.*)\}$/.exec(environment[variable]!) ?? []
      expect(source).toBe(variable)
      return [variable, fallback]
    })
    const needed = { AUTH_SIGNING_KEY: JSON.stringify({ kty: 'OKP' }) }
    expect(readConfig(schema, { ...needed, ...Object.fromEntries(fallbacks) })).toEqual(readConfig(schema, needed))
  })

  it('mounts existing volumes, and builds every image from the one Dockerfile', () => {
    const mounted = all.flatMap(([, one]) => one.volumes ?? []).map((volume) => volume.split(':')[0]!)
    const named = mounted.filter((name) => !name.startsWith('./'))
    expect(Object.keys(volumes).sort()).toEqual([...new Set(named)].sort())
    for (const file of mounted.filter((name) => name.startsWith('./'))) expect(existsSync(join(ROOT, file))).toBe(true)
    for (const [, { build }] of builtContainers) expect(build?.dockerfile).toBe('deploy/Dockerfile')
    expect(builtContainers.map(([name, { build }]) => [name, build?.args.SERVICE])).toEqual(
      builtContainers.map(([name]) => [name, PROCESSES.find((one) => one === name) ?? 'setup']),
    )
  })
})

describe('docs/containers.md', () => {
  const page = readFileSync(join(ROOT, 'docs', 'containers.md'), 'utf8')

  it('names existing containers', () => {
    const named = [...page.matchAll(/docker compose run (?:--?[\w-]+ )*([a-z-]+)/g)].map(([, name]) => name!)
    expect(new Set(named)).toEqual(new Set(['seed', 'setup', 'operate', 'signing-key']))
    for (const name of named) expect(Object.keys(services)).toContain(name)
  })

  it('makes NATS read new permissions before the processes of a new version start', () => {
    const [, line] = /\*\*Upgrading\.\*\*[^`]*```sh\n(.*)\n```/.exec(page) ?? []
    const steps = line?.split(' && ').map((step) => step.replace('docker compose ', ''))
    expect(steps).toEqual(['build', 'run --rm setup', 'kill -s HUP nats', 'up --detach'])
    expect(services.setup).toMatchObject({ command: ['files'] })
    expect(services.setup?.volumes).toContain('nats-credentials:/credentials/nats')
    expect(services.nats?.volumes).toContain('nats-credentials:/credentials:ro')
  })
})

describe('docs/credentials.md', () => {
  const page = readFileSync(join(ROOT, 'docs', 'credentials.md'), 'utf8')

  it('rotates passwords with existing containers and commands, and restarts every service between', () => {
    const [, block = ''] = /\*\*Rotating passwords\*\*.*?```sh\n(.*?)\n```/s.exec(page) ?? []
    const [rotate, restart, settle, ...rest] = block.split('\n')
    const then = ' && docker compose kill -s HUP nats && docker compose run --rm mongodb-users'
    expect([rotate, settle]).toEqual(['rotate', 'settle'].map((step) => `docker compose run --rm setup ${step}${then}`))
    expect(rest).toEqual([])
    for (const name of ['setup', 'nats', 'mongodb-users']) expect(Object.keys(services)).toContain(name)
    const setup = readFileSync(join(ROOT, 'deploy', 'credentials', 'setup.ts'), 'utf8')
    for (const step of ['rotate', 'settle']) expect(setup).toContain(`case '${step}':`)
    const [, restarted = ''] = /^for service in (.*); do docker compose restart \$service; done$/.exec(restart!) ?? []
    // Gateways reconnect by themselves.
    expect(restarted.split(' ').toSorted()).toEqual(PROCESSES.filter((one) => one !== 'gateway').toSorted())
  })
})

describe('docs/backup.md', () => {
  const page = readFileSync(join(ROOT, 'docs', 'backup.md'), 'utf8')

  it('saves and restores every volume that is not recreated, and empties that of NATS', () => {
    const [saved, restored] = [...page.matchAll(/for volume in (.*); do .*souk_\$volume/g)].map(([, names]) => names!.split(' '))
    // Written at each start from `setup-credentials`; and passwords of the demonstration.
    const made = (name: string) => name.endsWith('-credentials') && name !== 'setup-credentials'
    const lasting = Object.keys(volumes).filter((name) => !made(name) && name !== 'nats')
    expect(saved!.toSorted()).toEqual(lasting.toSorted())
    expect(restored).toEqual(saved)
    for (const name of lasting) expect(page).toContain(`\`souk_${name}\``)
    expect(page).toContain('docker run --rm -v souk_nats:/to alpine find /to -mindepth 1 -delete\n')
    expect(composeFile.name).toBe('souk')
  })
})

describe('deploy/Dockerfile', () => {
  const dockerfile = readFileSync(join(ROOT, 'deploy', 'Dockerfile'), 'utf8')

  it('installs packages before it copies sources, from the package.json of every part', () => {
    const [before, after] = dockerfile.split(/^RUN .*npm ci --omit=dev$/m)
    const folders = ['libs', 'services'].flatMap((parent) => readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}`))
    for (const folder of [...folders, 'tools']) expect(before).toContain(`\nCOPY ${folder}/package.json ${folder}/\n`)
    expect(before).toContain('\nCOPY package.json package-lock.json .npmrc ./\n')
    expect(before?.match(/^COPY .*/gm)).toHaveLength(folders.length + 2)
    expect(after).toMatch(/^COPY libs libs$/m)
  })

  it('builds all images in one stage that does not depend on the service', () => {
    const [, build, image] = dockerfile.split(/^FROM .*$/m)
    expect(build).not.toContain('SERVICE')
    expect(image?.trim().split('\n').slice(-2)).toEqual([
      'ARG SERVICE',
      expect.stringMatching(/^COPY --from=build \/app\/images\/\$\{SERVICE\} \.$/),
    ])
  })
})

const { nats_server_path, mongod_path } = inject('infra')

describe.skipIf(!nats_server_path || !mongod_path)('the one-shot steps', () => {
  let servers: Awaited<ReturnType<typeof composeServers>>
  let folder: string
  const file = (...path: string[]) => join(folder, 'credentials', ...path)
  const read = (...path: string[]) => readFile(file(...path), 'utf8')

  async function setup(...args: string[]) {
    const env = { ...process.env, ...servers.env }
    await run(process.execPath, [join(folder, 'setup.mjs'), ...args], { cwd: folder, env })
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'souk-compose-'))
    await bundleWithPackages(join(ROOT, 'deploy', 'credentials', 'setup.ts'), folder, 'setup')
    await endBundler()
    servers = await composeServers(folder, { nats_server_path: nats_server_path!, mongod_path: mongod_path! })
    await setup('files')
    await servers.start()
    await setup('mongodb')
  })
  afterAll(async () => {
    await servers?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const countCarts = async (url: string, database = 'souk_cart') => {
    const client = new MongoClient(url, { serverSelectionTimeoutMS: 30_000 })
    try {
      return await client.db(database).collection('carts').countDocuments()
    } finally {
      await client.close()
    }
  }
  const enter = async (url: string) => {
    const signal = AbortSignal.timeout(8000)
    return connectBus({ url, name: 'cart', logger: createLogger('test', 'silent'), signal }).then(
      (bus) => bus.close().then(() => 'in'),
      () => 'refused',
    )
  }

  it('write files that only their owner can read, and none of MongoDB for the gateway', async () => {
    for (const path of [
      'setup/credentials.json',
      'nats/users.conf',
      'nats/nats.conf',
      'mongodb/key',
      'cart/nats_url',
      'seed/secrets.json',
    ])
      expect([path, (await stat(file(path))).mode & 0o777]).toEqual([path, 0o600])
    expect(existsSync(file('gateway', 'mongodb_url'))).toBe(false)
  })

  it('make NATS sync events to disk every second', async () => {
    const { config } = (await (await fetch(`http://127.0.0.1:${servers.port.monitor}/jsz`)).json()) as {
      config: { sync_interval: number }
    }

    expect(config.sync_interval).toBe(1_000_000_000)
  })

  it('create users that give each process access to its own data only, and no NATS operator', async () => {
    expect(await enter(await read('cart', 'nats_url'))).toBe('in')
    await expect(countCarts(await read('cart', 'mongodb_url'))).resolves.toBe(0)
    await expect(countCarts(await read('cart', 'mongodb_url'), 'souk_orders')).rejects.toThrow(/not authorized/)
    expect(await read('nats', 'users.conf')).not.toContain('operator')
  })

  it('change nothing when they run again', async () => {
    const current = () => Promise.all([read('setup', 'credentials.json'), read('seed', 'secrets.json')])
    const before = await current()
    await setup('files')
    await setup('mongodb')
    expect(await current()).toEqual(before)
  })

  it('rotate passwords: both are valid at first, then only the new one', async () => {
    const old = { nats: await read('cart', 'nats_url'), mongodb: await read('cart', 'mongodb_url') }
    const orders = await read('orders', 'nats_url')
    await setup('rotate', 'cart')
    servers.reloadNats()
    await setup('mongodb')
    const renewed = { nats: await read('cart', 'nats_url'), mongodb: await read('cart', 'mongodb_url') }
    for (const { nats: url, mongodb } of [old, renewed]) {
      await expect.poll(() => enter(url)).toBe('in')
      await expect(countCarts(mongodb)).resolves.toBe(0)
    }
    await setup('settle')
    servers.reloadNats()
    await setup('mongodb')
    expect(await enter(renewed.nats)).toBe('in')
    await expect.poll(() => enter(old.nats)).toBe('refused')
    await expect(countCarts(old.mongodb)).rejects.toThrow(/Authentication failed/)
    await expect(countCarts(renewed.mongodb)).resolves.toBe(0)
    expect(await read('orders', 'nats_url')).toBe(orders)
  })
})

describe('the signing key of tokens', () => {
  it('is readable by its owner only, even if created by an earlier version', async () => {
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

  it('is replaced as containers.md says: the new one signs, and the former one counts beside it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'souk-key-'))
    const file = join(folder, 'signing-key.json')
    const [, command = ''] =
      /^docker compose run --rm signing-key (.*) *#/m.exec(readFileSync(join(ROOT, 'docs', 'containers.md'), 'utf8')) ?? []
    expect(command).toContain(services['signing-key']?.command?.join(' ') ?? expect.fail('no command'))
    const words = command
      .trim()
      .replace('/keys/signing-key.json', file)
      .replace('65532', String(process.getuid?.() ?? 0))
    const [script = '', ...args] = words.split(/ +/)
    const make = () => run(process.execPath, [join(ROOT, 'deploy', script), ...args])
    const signer = async () =>
      createTokenSigner({ signingKey: await readFile(file, 'utf8'), issuer: 'souk', ttl_s: 60 }).then(({ public_keys }) =>
        public_keys.map(({ kid }) => kid),
      )

    expect((await make()).stdout).toContain('made')
    const [first] = await signer()
    const { stdout } = await make()
    const [second, former] = await signer()
    expect(former).toBe(first)
    expect(stdout).toBe(
      `${file}: ${second} signs from the next start of sellers on; tokens of ${first} count until it is retired\n`,
    )
    await make()
    expect((await signer()).slice(1)).toEqual([second])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await rm(folder, { recursive: true })
  })
})

describe.skipIf(!nats_server_path)('docker-compose.servers.yml', () => {
  it('starts NATS with a valid configuration and valid flags', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'souk-servers-'))
    const file = parse(readFileSync(join(ROOT, 'docker-compose.servers.yml'), 'utf8'))
    const [shell, flag, script] = file.services.nats.command as [string, string, string]
    const config = join(folder, 'nats.conf')
    // `-t` makes it exit once it has read them.
    const here = script
      .replaceAll('/tmp/nats.conf', config)
      .replace('/data', folder)
      .replace('nats-server', `'${nats_server_path}' -t`)

    const { stdout, stderr } = await run(shell, [flag, here])

    expect(stdout + stderr).toContain('is valid')
    expect(await readFile(config, 'utf8')).toBe('max_payload: 8MB\n')
    await rm(folder, { recursive: true })
  })
})
