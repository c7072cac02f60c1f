import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { connectBus, createLogger, discoverReplicas } from '@souk/runtime'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { codeFor } from '../../services/sellers/test/second-factor.ts'
import { BACKEND_PLACEHOLDER, clientPackagesEntry } from '../../tools/clients/client-packages.ts'
import type { DevJson } from '../../tools/start/dev-json.ts'
import { parseHttpFile } from './http-file.ts'
import { BOOTSTRAP, END_MS, envOf, type Outcome, readDev, START_MS, send, souk, untilEnded } from './instance-commands.ts'
import { persistentFetch } from './persistent-fetch.ts'

/** Runs a line as a person pastes it. */
function shell(command: string): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile('sh', ['-c', command], (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }))
  })
}

describe('a development instance', { timeout: START_MS + 30_000 }, () => {
  let home: string
  let dev: DevJson
  let screen: string

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'souk-instance-'))
    // While one replica of `sellers` is restarting, which is slow on a busy machine, the other one answers.
    const { code, stdout, stderr } = await souk(home, ['start', '--detach'], { SOUK_REPLICAS: 'sellers=2' })
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' })
    dev = await readDev(home)
    screen = stdout
  }, START_MS)
  afterAll(async () => {
    await souk(home, ['stop'])
    await rm(home, { recursive: true, force: true })
  })

  it('writes a file that only its owner can read once it is ready', async () => {
    expect((await stat(join(home, 'dev.json'))).mode & 0o777).toBe(0o600)
    expect((await persistentFetch(`${dev.base_url}/health/ready`, {})).status).toBe(200)
    expect(dev.processes.map(({ name }) => name).sort()).toEqual([
      'cart',
      'gateway',
      'mongodb',
      'nats',
      'orders',
      'pricing',
      'sellers',
      'sellers',
    ])
  })

  it.each([
    'pricing.create-price-list-price',
    'cart.remove-gift-card',
    'orders.add-order-edit-shipping-method',
    'sellers.get-member',
    'orders.list-customer-orders',
  ])('answers the example of %s as promised, repeatedly', async (name) => {
    const { before = [], status, ...example } = dev.examples[name] ?? expect.fail(`no example ${name}`)
    for (const _time of ['once', 'again']) {
      for (const { accept, ...request } of before) {
        const prepared = await send(dev, request)
        expect(accept, prepared.text).toContain(prepared.status)
      }

      const answer = await send(dev, example)

      expect(answer.status, answer.text).toBe(status)
    }
  })

  it('prints a command for each example that works unchanged, repeatedly', async () => {
    const commands = screen.match(/^curl .*$/gm) ?? []
    expect(commands).toHaveLength(Object.keys(dev.examples).length)
    for (const command of [...commands, ...commands]) {
      const { stdout, stderr } = await shell(command)
      expect(stderr).toBe('')
      expect(Object.keys(JSON.parse(stdout)), command).not.toContain('type')
      expect(stdout.endsWith('\n')).toBe(true)
    }
  })

  it('writes all requests, ready to be sent, to a file that only its owner can read', async () => {
    const file = join(home, 'requests.http')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const requests = parseHttpFile(await readFile(file, 'utf8'))
    const titles = requests.map(({ title }) => title)
    for (const [name, { status }] of Object.entries(dev.examples)) expect(titles).toContain(`${name} (${status})`)
    for (const { title, method, url, headers, body } of requests) {
      const response = await persistentFetch(url, { method, headers, ...(body && { body }) })
      const promised = /\((\d+(?: or \d+)*)\)$/.exec(title)?.[1]?.split(' or ')
      expect(promised, `${title}: ${await response.text()}`).toContain(String(response.status))
    }
  })

  it.each([
    ['admin', '/admin/order-edits', 'POST'],
    ['seller', '/vendor/members', 'GET'],
    ['foreign_seller', '/vendor/members', 'GET'],
    ['customer', '/vendor/members', 'GET'],
  ] as const)('prints a token of %s, and nothing else', async (account, path, method) => {
    const { code, stdout } = await souk(home, ['token', account])

    expect(code).toBe(0)
    expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)
    const headers = { authorization: `Bearer ${stdout.trim()}`, 'content-type': 'application/json' }
    const init = { method, headers, ...(method === 'POST' && { body: '{}' }) }
    const { status } = await persistentFetch(`${dev.base_url}${path}`, init)
    expect(status).toBe({ admin: 400, seller: 200, foreign_seller: 200, customer: 401 }[account])
    expect(JSON.parse((await souk(home, ['token', account, '--json'])).stdout)).toMatchObject({
      account,
      email: dev[account].email,
    })
  })

  it('does not limit registrations and password resets, because test suites share one address', async () => {
    const forget = () =>
      persistentFetch(`${dev.base_url}/auth/customer/emailpass/reset-password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ identifier: 'nobody@souk.example' }),
      })

    const answers = []
    for (let i = 0; i < 70; i++) answers.push((await forget()).status)

    expect(answers).toEqual(answers.map(() => 201))
  })

  it('prints no token for an unknown account', async () => {
    expect(await souk(home, ['token', 'seler'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/did you mean seller\?/),
    })
    expect(await souk(home, ['token'])).toMatchObject({ code: 1, stderr: expect.stringMatching(/^npm run token -- <account>/) })
  })

  it('describes itself as JSON for programs', async () => {
    const status = JSON.parse((await souk(home, ['status', '--json'])).stdout)
    expect(status).toMatchObject({ home, state: 'running', pid: dev.pid, base_url: dev.base_url })
    expect(status.parts).toContainEqual({
      service: 'cart',
      replica: 0,
      pid: expect.any(Number),
      port: expect.any(Number),
      health: 'ok',
    })
    const running = JSON.parse((await souk(home, ['start', '--json'])).stdout)
    expect(running).toMatchObject({ base_url: dev.base_url, pid: dev.pid, dev_json: join(home, 'dev.json'), started: false })
  })

  it.each(['start', 'status', 'stop', 'token', 'dev', 'replica', 'rotate-credentials'])(
    'explains npm run %s',
    async (command) => {
      const { code, stdout } = await souk(home, [command, '--help'])

      expect(code).toBe(0)
      expect(stdout).toMatch(new RegExp(`^npm (run )?(-s )?${command}`))
    },
  )

  it('writes a log of its supervisor', async () => {
    const log = await readFile(join(home, 'logs', 'supervisor.log'), 'utf8')

    expect(log).toContain(`ready: ${dev.base_url}, process ${dev.pid}`)
  })

  it('shows its parts and their health', async () => {
    await vi.waitFor(async () => {
      const { code, stdout } = await souk(home, ['status'])

      expect({ code, stdout }).toMatchObject({ code: 0 })
      for (const { name, replica, pid } of dev.processes)
        expect(stdout).toMatch(new RegExp(`^${name} +${replica} +${pid} +\\d+ +ok$`, 'm'))
    })
  })

  it('is not started twice: a second start shows the running one', async () => {
    const { code, stdout } = await souk(home, ['start', '--detach'])

    expect(code).toBe(0)
    expect(stdout).toContain(`process ${dev.pid}`)
    expect(stdout).toContain(dev.base_url)
    expect((await readDev(home)).pid).toBe(dev.pid)
  })

  it('reports that its port is in use', async () => {
    const other = await mkdtemp(join(tmpdir(), 'souk-instance-'))
    const { port } = new URL(dev.base_url)

    const { code, stderr } = await souk(other, ['start', '--detach'], { PORT: port })

    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`PORT=${port} is in use`) })
    expect(existsSync(join(other, 'dev.json'))).toBe(false)
    await rm(other, { recursive: true, force: true })
  })

  it('runs next to another instance, and leaves nothing behind when stopped', async () => {
    const beside = await mkdtemp(join(tmpdir(), 'souk-instance-'))
    const started = await souk(beside, ['start', '--detach'], { SOUK_REPLICAS: 'cart=2' })
    expect(started.code, started.stderr).toBe(0)
    const other = await readDev(beside)

    expect(other.processes.filter(({ name }) => name === 'cart').map(({ replica }) => replica)).toEqual([0, 1])
    for (const instance of [dev, other]) {
      const { status, ...member } = instance.examples['sellers.get-member'] ?? expect.fail()
      expect((await send(instance, member)).status).toBe(status)
    }
    // Keys of one instance are unknown to the other one.
    const { status: _promised, ...stolen } = dev.examples['sellers.get-member'] ?? expect.fail()
    expect((await send(other, stolen)).status).toBe(401)

    expect((await souk(beside, ['stop'])).code).toBe(0)

    await untilEnded(other)
    for (const file of ['dev.json', 'requests.http', 'try']) expect(existsSync(join(beside, file)), file).toBe(false)
    expect(JSON.parse((await souk(beside, ['stop', '--json'])).stdout)).toEqual({ home: beside, stopped: false, pid: null })
    expect(JSON.parse((await souk(beside, ['status', '--json'])).stdout)).toMatchObject({ state: 'stopped', parts: [] })
    await rm(beside, { recursive: true, force: true })
  })

  it.each(['sellers', 'gateway', 'mongodb', 'nats'])('restarts %s when it dies, and logs it', async (name) => {
    const processOf = (instance: DevJson) => instance.processes.find((process) => process.name === name)
    const before = processOf(await readDev(home))?.pid ?? expect.fail(`no process ${name}`)
    const saidSo = new RegExp(`\\b${name}: ended\\b.*, starting it again`)
    const said = async () =>
      (await readFile(join(home, 'logs', 'supervisor.log'), 'utf8')).split('\n').filter((line) => saidSo.test(line)).length
    const saidBefore = await said()

    process.kill(before, 'SIGKILL')

    const { status, ...member } = dev.examples['sellers.get-member'] ?? expect.fail()
    await vi.waitFor(
      async () => {
        expect([undefined, before]).not.toContain(processOf(await readDev(home))?.pid)
        expect((await send(dev, member)).status).toBe(status)
        expect(await said()).toBeGreaterThan(saidBefore)
      },
      { timeout: END_MS, interval: 50 },
    )
  })

  it('rotates all passwords while serving requests', async () => {
    const urlsOf = async (name: string) =>
      Promise.all(['nats_url', 'mongodb_url'].map((what) => readFile(join(home, 'credentials', name, what), 'utf8')))
    const before = await urlsOf('cart')
    const { status, ...member } = dev.examples['sellers.get-member'] ?? expect.fail()
    const statuses: number[] = []
    let going = true
    const asking = (async () => {
      while (going) {
        statuses.push((await send(dev, member)).status)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })()

    const outcome = await souk(home, ['rotate-credentials'])
    going = false
    await asking

    const stdout = 'New credentials: pricing, cart, orders, sellers, gateway. Those of before count no more.\n'
    expect(outcome).toEqual({ code: 0, stdout, stderr: '' })
    expect(new Set(statuses)).toEqual(new Set([status]))
    const [oldNats, oldMongodb] = before as [string, string]
    const [newNats, newMongodb] = (await urlsOf('cart')) as [string, string]
    const options = { serverSelectionTimeoutMS: 30_000 }
    const ping = async (url: string) => {
      const client = new MongoClient(url, options)
      try {
        return await client.db('souk_cart').collection('carts').countDocuments()
      } finally {
        await client.close()
      }
    }
    await expect(ping(oldMongodb)).rejects.toThrow(/Authentication failed/)
    await expect(ping(newMongodb)).resolves.toBeGreaterThan(0)
    const enter = (url: string, within_ms: number) =>
      connectBus({ url, name: 'cart', logger: createLogger('test', 'silent'), signal: AbortSignal.timeout(within_ms) }).then(
        (bus) => bus.close().then(() => 'in'),
        () => 'refused',
      )
    expect(await enter(newNats, 60_000)).toBe('in')
    expect(await enter(oldNats, 1500)).toBe('refused') // a successful connection would be immediate
    await vi.waitFor(async () => expect((await souk(home, ['status'])).code).toBe(0))
  })

  it('leaves no processes when its supervisor is killed, and restarts with its data', async () => {
    const killed = await readDev(home)
    const { status, ...listPrices } = {
      method: 'GET' as const,
      path: `/vendor/price-lists/${dev.seller.price_list_id}`,
      headers: dev.examples['sellers.get-member']?.headers ?? {},
      status: 200,
    }
    const prices = (await send(killed, listPrices)).text

    process.kill(killed.pid, 'SIGKILL')

    await untilEnded(killed)
    expect((await souk(home, ['status'])).code).toBe(3)
    const { code, stderr } = await souk(home, ['start', '--detach'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    dev = await readDev(home)
    const answer = await send(dev, listPrices)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.text)).toEqual(JSON.parse(prices))
  })

  it('accepts one more replica until Ctrl-C', async () => {
    const bus = await connectBus({ url: dev.nats_url, name: 'test', logger: createLogger('test', 'silent') })
    const cartReplicas = async () => (await discoverReplicas(bus)).filter(({ name }) => name === 'cart').length
    const replica = spawn(process.execPath, [BOOTSTRAP, 'replica', 'cart'], {
      env: envOf(home, { NO_COLOR: '1' }),
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true, // a process group of its own, as from a terminal
    })
    let said = ''
    replica.stdout.on('data', (text: Buffer) => {
      said += text
    })
    try {
      await vi.waitFor(() => expect(said).toMatch(/^cart +ready: http:\S+, process \d+\n$/), { timeout: END_MS, interval: 50 })
      await vi.waitFor(async () => expect(await cartReplicas()).toBe(2))
      const [, port, pid] = /:(\d+)\/?\S*, process (\d+)/.exec(said)!
      await vi.waitFor(async () => {
        const { code, stdout } = await souk(home, ['status'])
        expect(stdout).toMatch(new RegExp(`^cart +1 +${pid} +${port} +ok$`, 'm'))
        expect(code).toBe(0)
      })
      const rotation = await souk(home, ['rotate-credentials', 'cart'])
      expect(rotation).toMatchObject({ code: 1, stderr: expect.stringContaining(`cart (process ${pid})`) })
      const ended = once(replica, 'exit')
      process.kill(-replica.pid!, 'SIGINT') // the terminal signals the whole group
      replica.kill('SIGINT') // and npm once more
      expect(await ended).toEqual([0, null])
      await vi.waitFor(async () => expect(await cartReplicas()).toBe(1))
      expect((await souk(home, ['status'])).stdout).not.toMatch(/^cart +1 /m)
    } finally {
      replica.kill('SIGKILL')
      await bus.close()
    }
  })

  it('serves the installed dashboard for its own API until stopped', async () => {
    const cache = await mkdtemp(join(tmpdir(), 'souk-cache-'))
    const folder = join(cache, 'souk', await clientPackagesEntry(), 'dashboard')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'index.html'), `<a href="${BACKEND_PLACEHOLDER}">`)
    const env = envOf(home, { XDG_CACHE_HOME: cache })
    const served = spawn(process.execPath, [BOOTSTRAP, 'dashboard', '--port', '0'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      let said = ''
      served.stdout.on('data', (text: Buffer) => {
        said += text
      })
      await vi.waitFor(() => expect(said).toContain('Ctrl-C'), { timeout: END_MS, interval: 50 })
      const [url = ''] = /http:\S+/.exec(said) ?? []
      expect(said).toContain(dev.admin.email)
      for (const path of ['', '/orders']) expect(await (await fetch(`${url}${path}`)).text()).toBe(`<a href="${dev.base_url}">`)
      const ended = once(served, 'exit')
      served.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
    } finally {
      served.kill('SIGKILL')
      await rm(cache, { recursive: true, force: true })
    }
  })

  it('lists the events that could be republished', async () => {
    const { code, stdout } = await souk(home, ['republish', '--from', '2026-01-01', '--dry-run'])

    expect(code).toBe(0)
    for (const name of ['pricing', 'cart', 'orders']) expect(stdout).toMatch(new RegExp(`${name}: \\d+ events would be`))
  })

  it('agrees with all of its ledgers', async () => {
    const { code, stdout } = await souk(home, ['check-ledgers'])

    expect(code).toBe(0)
    expect(stdout).toMatch(/^\d+ accounts audited: all agree with their ledgers$/m)
  })

  it('removes the second factor of somebody who has lost it', async () => {
    const { email, token } = dev.admin
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const post = (path: string, body: unknown) =>
      fetch(`${dev.base_url}/auth/mfa/factors${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const begun = (await (await post('', { provider: 'totp' })).json()) as { secret: string; mfa_factor: { id: string } }
    expect((await post(`/${begun.mfa_factor.id}/verify`, { code: codeFor(begun.secret) })).status).toBe(200)
    const refused = await souk(home, ['token', 'admin'])
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain(`npm run remove-mfa -- user ${email}\n`)

    const removed = await souk(home, ['remove-mfa', 'user', email])
    const again = await souk(home, ['remove-mfa', 'user', email])

    expect(removed).toMatchObject({ code: 0, stdout: 'The second factor is removed.\n' })
    expect(again).toMatchObject({ code: 0, stdout: 'There was no second factor.\n' })
    expect(await souk(home, ['token', 'admin'])).toMatchObject({ code: 0, stderr: '' })
    expect(await souk(home, ['remove-mfa', 'robot', email])).toMatchObject({ code: 1 })
  })

  it('signs with a new key, while tokens of the old one are valid until it is retired', async () => {
    const { status, ...member } = dev.examples['sellers.get-member'] ?? expect.fail()
    const kids = async () => {
      const { keys } = (await (await fetch(`${dev.base_url}/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] }
      return keys.map(({ kid }) => kid)
    }
    const [former] = await kids()

    expect(await souk(home, ['rotate-signing-key'])).toMatchObject({ code: 0, stderr: '' })

    await vi.waitFor(async () => expect(await kids()).toHaveLength(2), { timeout: END_MS })
    expect((await send(dev, member)).status).toBe(status)
    expect((await souk(home, ['retire-key'])).stdout).toContain(former)
    expect(await souk(home, ['retire-key', former!])).toMatchObject({ code: 0, stderr: '' })
    await vi.waitFor(async () => expect((await send(dev, member)).status).toBe(401), { timeout: END_MS })
  })

  it('deletes all data and uploaded files with --fresh, once it has ended', async () => {
    const account = { email: 'gone@souk.example', password: 'a password to forget' }
    const ask = (path: string) =>
      fetch(`${dev.base_url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(account),
      })
    expect((await ask('/auth/customer/emailpass/register')).status).toBe(200)
    const upload = join(home, 'files', 'upload.txt')
    await mkdir(dirname(upload), { recursive: true })
    await writeFile(upload, 'gone')
    expect(await souk(home, ['start', '--fresh', '--detach'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('npm run stop'),
    })
    expect((await souk(home, ['stop'])).code).toBe(0)

    expect(await souk(home, ['start', '--fresh', '--detach'])).toMatchObject({ code: 0, stderr: '' })

    dev = await readDev(home)
    expect((await ask('/auth/customer/emailpass')).status).toBe(401)
    await expect(stat(upload)).rejects.toThrow('ENOENT')
  })
})
