import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { Watchdog } from '../infra/watchdog.ts'

const READY_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 12_000
/** A process that lived this long did not fail at once: it is restarted without delay. */
const STABLE_AFTER_MS = 5_000
const FIRST_DELAY_MS = 100
const MAX_DELAY_MS = 5_000
const KEPT_LINES = 20

const Ready = z.object({ type: z.literal('ready'), metrics_url: z.string(), url: z.string().optional() })
type Ready = z.infer<typeof Ready>

export interface ProcessSpec {
  name: string
  replica: number
  /** The program, for `node`. */
  entry: string
  args?: readonly string[]
  env: NodeJS.ProcessEnv
  /** The file for its output; undefined: line by line to `onLine`. */
  log: string | undefined
}

export interface ProcessEvents {
  onLine: (name: string, line: string) => void
  /** Called when it became ready, or ended. */
  onChange: () => void
}

/**
 * A service process that is restarted whenever it ends. It reports through its IPC channel when it is ready, and ends by itself
 * when that channel closes; the watchdog ends one that does not.
 */
export function superviseProcess(spec: ProcessSpec, watchdog: Watchdog, { onLine, onChange }: ProcessEvents) {
  let child: ChildProcess | undefined
  let ready: Ready | undefined
  let stopping = false
  let delay = 0
  let restart: NodeJS.Timeout | undefined
  let wasReady = false
  const lastLines: string[] = []

  function launch() {
    const startedAt = Date.now()
    const { pid, ...started } = spawnChild()
    child = started.process
    if (pid !== undefined) watchdog.watch(pid)
    child.once('exit', (code, signal) => {
      if (pid !== undefined) watchdog.unwatch(pid)
      ready = undefined
      onChange()
      if (stopping || !wasReady) return
      delay = Date.now() - startedAt > STABLE_AFTER_MS ? 0 : Math.min(Math.max(delay * 2, FIRST_DELAY_MS), MAX_DELAY_MS)
      onLine(spec.name, `ended (${signal ?? `exit code ${code}`}), starting it again${delay > 0 ? ` in ${delay} ms` : ''}`)
      restart = setTimeout(launch, delay)
    })
    return child
  }

  function spawnChild() {
    const log = spec.log === undefined ? undefined : openLog(spec.log)
    const process = fork(spec.entry, spec.args ?? [], {
      env: spec.env,
      execArgv: ['--enable-source-maps'],
      // A process group of its own: Ctrl-C in the terminal must reach only the supervisor, which stops the parts in order.
      detached: true,
      stdio: log === undefined ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', log, log, 'ipc'],
    })
    if (log !== undefined) closeSync(log)
    for (const stream of [process.stdout, process.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => keep(line))
    }
    process.on('error', (error) => keep(error.message))
    process.on('message', (message) => {
      const parsed = Ready.safeParse(message)
      if (!parsed.success) return
      ready = parsed.data
      wasReady = true
      onChange()
    })
    return { process, pid: process.pid }
  }

  function keep(line: string) {
    lastLines.push(line)
    if (lastLines.length > KEPT_LINES) lastLines.shift()
    onLine(spec.name, line)
  }

  /** Resolves once it reports that it is ready; throws if it ends before. */
  async function start() {
    const started = launch()
    const deadline = Date.now() + READY_TIMEOUT_MS
    while (!ready) {
      if (started.exitCode !== null || started.signalCode !== null) throw new Error(explain('ended at its start'))
      if (Date.now() > deadline) throw new Error(explain(`was not ready within ${READY_TIMEOUT_MS / 1000} s`))
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    return ready
  }

  function explain(what: string) {
    const where = spec.log ? `its log is ${spec.log}` : `its last lines:\n${lastLines.join('\n')}`
    return `${spec.name} ${what}; ${where}`
  }

  async function end(signal: NodeJS.Signals) {
    stopping = true
    clearTimeout(restart)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    const late = setTimeout(() => child?.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await exited
    clearTimeout(late)
  }

  return {
    name: spec.name,
    replica: spec.replica,
    start,
    /** Undefined while it is not ready. */
    state: () => (ready && child?.pid !== undefined ? { pid: child.pid, ...ready } : undefined),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

export type SupervisedProcess = ReturnType<typeof superviseProcess>

function openLog(file: string) {
  mkdirSync(dirname(file), { recursive: true })
  return openSync(file, 'a')
}
