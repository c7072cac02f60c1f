import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { type ImagesInstance, PROCESSES, startImages } from './images/instance.ts'

const ROOT = join(import.meta.dirname, '..')
const run = promisify(execFile)
const { nats_server_path, mongod_path } = inject('infra')

describe.skipIf(!nats_server_path || !mongod_path)('the images built from the Dockerfile', () => {
  let instance: ImagesInstance

  beforeAll(async () => {
    instance = await startImages({ nats_server_path: nats_server_path!, mongod_path: mongod_path! })
    await instance.once('setup')
    await instance.startServers()
    await Promise.all([instance.once('mongodb-users'), instance.once('signing-key')])
    await instance.once('seed')
    await instance.startProcesses()
  })
  afterAll(() => instance?.stop())

  const filesOf = (image: string) =>
    readdirSync(instance.images[image]!.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(instance.images[image]!.folder.length + 1))
      .filter((path) => !path.startsWith('packages/@fastify/swagger-ui/static/'))

  it('contain only programs, and no sources, tests or installed packages', () => {
    const service = ['health.mjs', 'main.mjs', 'main.mjs.map', 'packages.json']
    for (const name of ['pricing', 'cart', 'orders', 'gateway']) expect([name, filesOf(name).sort()]).toEqual([name, service])
    expect(
      filesOf('sellers')
        .filter((path) => !/^argon2\.[\w-]+\.node$/.test(path))
        .sort(),
    ).toEqual(service)
    const programs = ['operate', 'seed', 'setup'].flatMap((name) => [`${name}.mjs`, `${name}.mjs.map`])
    expect(
      filesOf('setup')
        .filter((path) => !path.endsWith('.node'))
        .sort(),
    ).toEqual(['make-signing-key.mjs', 'packages.json', ...programs].sort())
  })

  it.each(PROCESSES)('contain the declared package versions for %s', (name) => {
    const folders = [`services/${name}`, 'libs/contracts', 'libs/runtime', 'libs/totals'].map((folder) => join(ROOT, folder))
    const declared = folders.map((folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies)
    const wanted = new Map<string, string>(Object.entries(Object.assign({}, ...declared)))

    const inside: string[] = JSON.parse(readFileSync(join(instance.images[name]!.folder, 'packages.json'), 'utf8'))

    const direct = inside.filter((one) => wanted.has(one.slice(0, one.lastIndexOf('@'))))
    expect(direct.length).toBeGreaterThan(8)
    expect(direct).toEqual(direct.map((one) => one.slice(0, one.lastIndexOf('@'))).map((one) => `${one}@${wanted.get(one)}`))
  })

  it('run as an unprivileged user, and their stack traces name source lines', () => {
    for (const [name, { user, env, command, folder }] of Object.entries(instance.images)) {
      expect([name, user, env]).toEqual([name, '65532:65532', { NODE_ENV: 'production', HOST: '0.0.0.0', METRICS_PORT: '9464' }])
      if (name === 'setup') continue
      expect(command).toEqual(['--enable-source-maps', 'main.mjs'])
      const lines = readFileSync(join(folder, 'main.mjs'), 'utf8').split('\n')
      const line = lines.findIndex((text) => text.includes('function serveProbes('))
      const map = new SourceMap(JSON.parse(readFileSync(join(folder, 'main.mjs.map'), 'utf8')))
      expect(map.findEntry(line, 0)).toMatchObject({
        originalSource: expect.stringMatching(/libs\/runtime\/src\/observability\/metrics\.ts$/),
      })
    }
  })

  it.each(PROCESSES)('report %s as ready', async (name) => {
    const ready = { status: 'ready', missing: [] }
    await vi.waitFor(async () => expect(JSON.parse(await instance.assertHealthy(name))).toEqual(ready))
  })

  it('serve the reference with all of its files', async () => {
    const page = await (await fetch(`${instance.base_url}/docs/`)).text()
    const files = [...page.matchAll(/(?:src|href)="\.?\/?([^"]+)"/g)].map(
      ([, path]) => new URL(path!, `${instance.base_url}/docs/`),
    )

    const answers = await Promise.all(files.map(async (url) => [url.pathname, (await fetch(url)).status]))

    expect(files.length).toBeGreaterThan(4)
    expect(answers).toEqual(files.map((url) => [url.pathname, 200]))
  })

  it('answer every command printed by the demonstration, repeatedly', async () => {
    const script = join(instance.folder, 'commands.sh')
    writeFileSync(script, await instance.once('seed', ['commands']))

    for (const _ of ['first', 'again']) {
      const { stdout, stderr } = await run('sh', ['-e', script])
      const answers = stdout
        .trim()
        .split('\n')
        .map((line) => Object.keys(JSON.parse(line))[0])
      expect([stderr, answers]).toEqual(['', ['price_list', 'cart', 'order_preview', 'member', 'orders']])
    }
  })

  it('replace the signing key, with the capabilities of that container', async () => {
    const replace = () => instance.once('signing-key', ['make-signing-key.mjs', '/keys/signing-key.json', '65532', '--replace'])
    for (const _ of ['first', 'again']) expect(await replace()).toMatch(/ signs from the next start of sellers on; tokens of /)
    expect(await instance.once('signing-key')).toMatch(/: kept\n$/)
  })

  it('are unaffected when the setup steps run again', async () => {
    const before = await instance.once('seed', ['commands'])
    for (const step of ['setup', 'mongodb-users', 'signing-key', 'seed']) await instance.once(step)

    expect(await instance.once('seed', ['commands'])).toBe(before)
  })

  it('audit ledgers and republish events for operators, with the users of the processes', async () => {
    expect(await instance.once('operate', ['check-ledgers'])).toMatch(
      /^[1-9]\d* accounts audited: all agree with their ledgers\n$/,
    )
    const from = ['--from', '2026-01-01T00:00Z']
    const counted = await instance.once('operate', ['republish', ...from, '--dry-run'])
    const again = await instance.once('operate', ['republish', ...from])

    const services = ['pricing', 'cart', 'orders', 'sellers']
    expect(counted).toMatch(new RegExp(`^${services.map((name) => `${name}: \\d+ events would be published again\n`).join('')}$`))
    expect(counted).toMatch(/cart: [1-9]/)
    expect(again).toMatch(new RegExp(`^${services.map((name) => `${name}: \\d+ events published again.*\n`).join('')}$`))
    await expect(instance.once('operate', ['republish'])).rejects.toThrow(/ended with 1:\n--from or --id must say/)
  })

  it('remove second factors for operators', async () => {
    const unknown = ['remove-mfa', 'customer', 'nobody@souk.example']
    await expect(instance.once('operate', unknown)).rejects.toThrow(/ended with 1:\n.*No log-in of type customer/)
    expect(await instance.once('operate', ['remove-mfa', 'user', 'admin@souk.example'])).toBe('There was no second factor\n')
  })

  it('retire signing keys for operators', async () => {
    await expect(instance.once('operate', ['retire-key', 'none'])).rejects.toThrow(/ended with 1:\n.*none/)
    const { keys } = (await (await fetch(`${instance.base_url}/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] }
    expect(await instance.once('operate', ['retire-key', keys[0]!.kid])).toContain(`${keys[0]!.kid} is retired since 20`)
    await expect.poll(async () => (await fetch(`${instance.base_url}/.well-known/jwks.json`)).json()).toEqual({ keys: [] })
  })

  it.each(PROCESSES)('stop %s cleanly on request, after which its health check fails', async (name) => {
    const code = await instance.stopProcess(name)
    expect(code, instance.outputOf(name).slice(-4000)).toBe(0)
    await expect(instance.assertHealthy(name)).rejects.toThrow(/ECONNREFUSED/)
  })
})
