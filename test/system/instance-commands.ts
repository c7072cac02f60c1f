import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { isRunning } from '../../tools/infra/process-state.ts'
import { DevJson, type ExampleRequest } from '../../tools/start/dev-json.ts'
import { persistentFetch } from './persistent-fetch.ts'

export const BOOTSTRAP = join(import.meta.dirname, '..', '..', 'tools', 'start', 'bootstrap.mjs')
/** On a machine that does many other things meanwhile. */
export const START_MS = 300_000
export const END_MS = 120_000

export interface Outcome {
  code: number
  stdout: string
  stderr: string
}

export function envOf(home: string, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { NATS_URL: _nats, MONGODB_URL: _mongodb, SOUK_REPLICAS: _replicas, ...inherited } = process.env
  return { ...inherited, SOUK_HOME: home, PORT: '0', ...more }
}

/** One command of `package.json`, in a home of its own. @param cwd the current folder; default: that of the tests */
export function souk(home: string, args: readonly string[], more: NodeJS.ProcessEnv = {}, cwd?: string): Promise<Outcome> {
  const env = envOf(home, more)
  return new Promise((resolve) => {
    execFile(process.execPath, [BOOTSTRAP, ...args], { cwd, env, timeout: START_MS }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr })
    })
  })
}

export const readDev = async (home: string) => DevJson.parse(JSON.parse(await readFile(join(home, 'dev.json'), 'utf8')))
const pidsOf = (dev: DevJson) => [dev.pid, ...dev.processes.map(({ pid }) => pid)]
export const untilEnded = (dev: DevJson) =>
  vi.waitFor(() => expect(pidsOf(dev).filter(isRunning)).toEqual([]), { timeout: END_MS, interval: 50 })

export async function send(dev: DevJson, { method, path, headers, body }: ExampleRequest, tries?: number) {
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const response = await persistentFetch(`${dev.base_url}${path}`, init, tries)
  return { status: response.status, text: await response.text() }
}
