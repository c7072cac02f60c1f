import { type ChildProcess, fork } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { bundleService, endBundler } from '../build.mjs'
import type { Watchdog } from '../infra/watchdog.ts'

const PARTS = ['plain', 'gateway', 'responder', 'load'] as const
export type PartName = (typeof PARTS)[number]

const READY_TIMEOUT_MS = 20_000
const STOP_TIMEOUT_MS = 5_000
const Ready = z.object({ type: z.literal('ready'), url: z.string().optional() })

export interface Part {
  name: PartName
  pid: number
  /** Where it listens, if it does. */
  url: string
  process: ChildProcess
}

/** Bundles the bench's own processes as the services are, and starts them; they end with this process, however it ends. */
export async function startParts(env: NodeJS.ProcessEnv, logs: string, watchdog: Watchdog) {
  await Promise.all(PARTS.map((name) => bundleService(join(import.meta.dirname, name))))
  await endBundler()
  const running: ChildProcess[] = []

  async function start(name: PartName): Promise<Part> {
    mkdirSync(logs, { recursive: true })
    const log = openSync(join(logs, `bench-${name}.log`), 'a')
    const child = fork(join(import.meta.dirname, name, 'dist', 'main.js'), {
      env,
      execArgv: ['--enable-source-maps'],
      detached: true,
      stdio: ['ignore', log, log, 'ipc'],
    })
    closeSync(log)
    running.push(child)
    if (child.pid !== undefined) watchdog.watch(child.pid)
    const { url = '' } = await untilReady(name, child)
    return { name, pid: child.pid!, url, process: child }
  }

  async function stop() {
    await Promise.all(running.map(end))
  }

  async function end(child: ChildProcess) {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
      child.kill('SIGTERM')
      await ended
      clearTimeout(late)
    }
    if (child.pid !== undefined) watchdog.unwatch(child.pid)
  }

  try {
    const [plain, gateway, responder, load] = await Promise.all(PARTS.map(start))
    return { plain: plain!, gateway: gateway!, responder: responder!, load: load!, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export type Parts = Awaited<ReturnType<typeof startParts>>

function untilReady(name: string, child: ChildProcess): Promise<z.infer<typeof Ready>> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${name} was not ready in time`)), READY_TIMEOUT_MS)
    child.once('exit', (code, signal) => reject(new Error(`${name} ended at its start (${signal ?? `exit code ${code}`})`)))
    child.once('message', (message) => {
      clearTimeout(late)
      resolve(Ready.parse(message))
    })
  })
}
