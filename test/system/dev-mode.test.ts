import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { cp, mkdtemp, readFile, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isRunning } from '../../tools/infra/process-state.ts'
import { DevJson } from '../../tools/start/dev-json.ts'
import { persistentFetch } from './persistent-fetch.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const COPIED = ['package.json', 'package-lock.json', 'turbo.json', 'tsconfig.json', 'libs', 'services', 'tools', 'deploy']
const LEFT_OUT = ['node_modules', 'dist', '.turbo']
/** Sufficient on a machine that is busy with many other things. */
const START_MS = 300_000
const SOON = { timeout: 120_000, interval: 50 }

/** A checkout whose files can be edited while other tests bundle the real ones. */
async function copyCheckout(folder: string) {
  for (const name of COPIED)
    await cp(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (path) => !LEFT_OUT.includes(basename(path)),
    })
  const workspaces = ['', ...['libs', 'services'].flatMap((top) => readdirSync(join(ROOT, top)).map((name) => join(top, name)))]
  for (const workspace of workspaces) {
    const installed = join(ROOT, workspace, 'node_modules')
    if (existsSync(installed)) await symlink(installed, join(folder, workspace, 'node_modules'))
  }
}

describe('npm run dev, in a fresh home', { timeout: START_MS }, () => {
  let folder: string
  let home: string
  let command: ChildProcess
  let output = ''
  let dev: DevJson

  const readDev = async () => DevJson.parse(JSON.parse(await readFile(join(home, 'dev.json'), 'utf8')))
  const pidOf = ({ processes }: DevJson, name: string) => processes.find((process) => process.name === name)?.pid
  const getMember = async () => {
    const { method, path, headers, status } = dev.examples['sellers.get-member'] ?? expect.fail('no example')
    return { status: (await persistentFetch(`${dev.base_url}${path}`, { method, headers })).status, promised: status }
  }

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'souk-dev-')))
    home = join(folder, '.souk')
    await copyCheckout(folder)
    const { NATS_URL: _nats, MONGODB_URL: _mongodb, ...inherited } = process.env
    // No colors, which CI enables even without a terminal. Its own process group: a signal reaches only this process.
    const options = { env: { ...inherited, NO_COLOR: '1', SOUK_HOME: home, PORT: '0' }, detached: true }
    command = spawn(process.execPath, [join(folder, 'tools', 'start', 'bootstrap.mjs'), 'dev'], options)
    for (const stream of [command.stdout, command.stderr])
      stream?.on('data', (text) => {
        output += text
      })
    await vi.waitFor(() => expect(output).toMatch(/Souk is ready after/), { timeout: START_MS, interval: 50 })
    dev = await readDev()
  }, START_MS)
  afterAll(async () => {
    command.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  it('prints its address once everything is ready, and writes its files', async () => {
    expect(output).toContain(dev.base_url)
    const { status, promised } = await getMember()
    expect(status).toBe(promised)
    expect(existsSync(join(home, 'requests.http'))).toBe(true)
  })

  it('restarts only the service whose file was saved', async () => {
    const file = join(folder, 'services', 'sellers', 'src', 'main.ts')
    await utimes(file, new Date(), new Date())

    await vi.waitFor(async () => expect(pidOf(await readDev(), 'sellers')).not.toBe(pidOf(dev, 'sellers')), SOON)
    const now = await readDev()
    for (const name of ['pricing', 'cart', 'orders', 'gateway']) expect(pidOf(now, name), name).toBe(pidOf(dev, name))
    // The file is written before the line is printed, and the line comes through a pipe.
    await vi.waitFor(() => expect(output).toMatch(/sellers +ready again \d+\.\d s/), SOON)
    await vi.waitFor(async () => expect((await getMember()).status).toBe(200), SOON)
  })

  it('reports a syntax error by file and line while the service keeps running, and restarts once it is fixed', async () => {
    const file = join(folder, 'services', 'sellers', 'src', 'main.ts')
    const text = await readFile(file, 'utf8')
    const lines = text.split('\n').length
    const before = pidOf(await readDev(), 'sellers')
    await writeFile(file, `${text}const = 1\n`)
    await vi.waitFor(() => expect(output).toContain(`services/sellers/src/main.ts:${lines}:7: Expected identifier`), SOON)
    expect(output).not.toMatch(/^ +at /m)
    expect((await getMember()).status).toBe(200)

    await writeFile(file, text)

    await vi.waitFor(async () => expect(pidOf(await readDev(), 'sellers')).not.toBe(before), SOON)
  })

  it('ends within seconds of Ctrl-C, and leaves nothing behind', async () => {
    const { processes } = await readDev()
    const ended = once(command, 'exit')

    command.kill('SIGINT')

    expect(await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 60_000, 'still there'))])).toEqual([0, null])
    expect(processes.filter(({ pid }) => isRunning(pid))).toEqual([])
    for (const file of ['dev.json', 'requests.http', 'try']) expect(existsSync(join(home, file)), file).toBe(false)
  })
})
