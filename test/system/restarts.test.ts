import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DevJson, type ExampleRequest } from '../../tools/start/dev-json.ts'
import { parseHttpFile } from './http-file.ts'
import { persistentFetch } from './persistent-fetch.ts'

const BOOTSTRAP = join(import.meta.dirname, '..', '..', 'tools', 'start', 'bootstrap.mjs')
/** Sufficient on a machine that is busy with many other things. */
const START_MS = 300_000

describe('an instance that is stopped and started', { timeout: 2 * START_MS }, () => {
  let home: string

  function souk(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const { NATS_URL: _nats, MONGODB_URL: _mongodb, SOUK_REPLICAS: _replicas, ...inherited } = process.env
    const env = { ...inherited, SOUK_HOME: home, PORT: '0' }
    return new Promise((resolve) => {
      execFile(process.execPath, [BOOTSTRAP, ...args], { env, timeout: START_MS }, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr })
      })
    })
  }
  const readDev = async () => DevJson.parse(JSON.parse(await readFile(join(home, 'dev.json'), 'utf8')))

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'souk-restarts-'))
  })
  afterAll(async () => {
    await souk('stop')
    await rm(home, { recursive: true, force: true })
  })

  /** Checks that each example and each request of the file gets the promised answer. */
  async function tryAll() {
    const dev = await readDev()
    const send = async ({ method, path, headers, body }: ExampleRequest) => {
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      const response = await persistentFetch(`${dev.base_url}${path}`, init)
      return { status: response.status, text: await response.text() }
    }
    for (const [name, { before = [], status, ...example }] of Object.entries(dev.examples)) {
      for (const { accept, ...request } of before) {
        const prepared = await send(request)
        expect(accept, `before ${name}: ${prepared.text}`).toContain(prepared.status)
      }
      const answer = await send(example)
      expect(answer.status, `${name}: ${answer.text}`).toBe(status)
    }
    for (const { title, method, url, headers, body } of parseHttpFile(await readFile(join(home, 'requests.http'), 'utf8'))) {
      const response = await persistentFetch(url, { method, headers, ...(body && { body }) })
      const promised = /\((\d+(?: or \d+)*)\)$/.exec(title)?.[1]?.split(' or ')
      expect(promised, `${title}: ${await response.text()}`).toContain(String(response.status))
    }
  }

  it('prints nothing with --quiet, and writes logs of all processes', async () => {
    expect(await souk('start', '--detach', '--quiet')).toEqual({ code: 0, stdout: '', stderr: '' })

    for (const part of ['supervisor', 'nats', 'mongodb', 'orders']) {
      const file = join(home, 'logs', `${part}.log`)
      expect(existsSync(file), file).toBe(true)
    }
    await tryAll()
  })

  it.each(['second', 'third'])('answers every example and request at its %s start', async () => {
    expect((await souk('stop')).code).toBe(0)
    const { code, stdout } = await souk('start', '--detach', '--json')

    const dev = await readDev()
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 0,
      base_url: dev.base_url,
      pid: dev.pid,
      home,
      started: true,
      seconds: expect.any(Number),
    })
    await tryAll()
    await tryAll()
  })
})
