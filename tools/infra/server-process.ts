import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endLeftover } from './leftover.ts'
import type { Watchdog } from './watchdog.ts'

const READY_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 10_000

export interface ServerSpec {
  name: 'nats' | 'mongodb'
  /** Its number among the servers of its name; default 0. */
  replica?: number
  command: string
  args: readonly string[]
  /** Name of the container if `command` is Docker. */
  container?: string
  log: string
  /** Records the process id, so that the next start can end a process that outlived its parents. */
  pidFile: string
  /** Resolves if the server is usable, throws while it is not yet. */
  ready: () => Promise<void>
  /** The reason why it needs a restart; resolves to undefined while it needs none. */
  needsRestart?: () => Promise<string | undefined>
}

/** One server that can be stopped, killed and started again at the same address. */
export function createServerProcess(spec: ServerSpec, watchdog: Watchdog, onUnexpectedExit: () => void = () => {}) {
  let child: ChildProcess | undefined
  let expected = false

  const isUp = () => child !== undefined && child.exitCode === null && child.signalCode === null

  async function start() {
    if (isUp()) return
    endLeftover(spec.pidFile, spec.command)
    if (spec.container) spawnSync('docker', ['rm', '--force', spec.container], { stdio: 'ignore' })
    mkdirSync(dirname(spec.log), { recursive: true })
    const log = openSync(spec.log, 'a')
    // A process group of its own: Ctrl-C in the terminal must reach only the parent, which stops the parts in order.
    const started = spawn(spec.command, spec.args, { stdio: ['ignore', log, log], detached: true })
    closeSync(log)
    child = started
    expected = false
    let failure: Error | undefined
    let starting = true
    started.once('error', (error) => {
      failure = error
    })
    if (started.pid !== undefined) {
      watchdog.watch(started.pid)
      if (spec.container) watchdog.watchContainer(spec.container)
      remember(spec.pidFile, started.pid)
    }
    started.once('exit', () => {
      if (started.pid !== undefined) watchdog.unwatch(started.pid)
      if (!expected && child === started && !starting) onUnexpectedExit()
    })
    await untilReady(() => failure ?? (isUp() ? undefined : new Error(`${spec.name} ended at once`)))
    starting = false
  }

  async function untilReady(problem: () => Error | undefined) {
    const deadline = Date.now() + READY_TIMEOUT_MS
    for (;;) {
      const ended = problem()
      if (ended) throw new Error(`${ended.message}; the end of ${spec.log}:\n${tail(spec.log)}`)
      const reason = await spec.ready().then(
        () => undefined,
        (error: Error) => error,
      )
      if (!reason) return
      if (Date.now() > deadline)
        throw new Error(`${spec.name} is not ready after ${READY_TIMEOUT_MS / 1000} s: ${reason.message}`)
      await sleep(20)
    }
  }

  async function end(signal: NodeJS.Signals) {
    const ending = child
    if (!ending || !isUp()) return
    expected = true
    const exited = once(ending, 'exit')
    if (spec.container && signal === 'SIGKILL') spawnSync('docker', ['kill', spec.container], { stdio: 'ignore' })
    else ending.kill(signal)
    const late = setTimeout(() => ending.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await exited
    clearTimeout(late)
  }

  return {
    name: spec.name,
    replica: spec.replica ?? 0,
    pid: () => (isUp() ? child?.pid : undefined),
    needsRestart: async () => (isUp() ? spec.needsRestart?.() : undefined),
    start,
    /** Stops it gracefully. */
    stop: () => end('SIGTERM'),
    /** Kills it, like a crash. */
    kill: () => end('SIGKILL'),
  }
}

export type ServerProcess = ReturnType<typeof createServerProcess>

/** Only helps the next start: a full disk is no reason not to run. */
function remember(file: string, pid: number) {
  try {
    writeFileSync(file, String(pid))
  } catch {
    // the disk is full
  }
}

function tail(file: string) {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').slice(-15).join('\n')
  } catch {
    return '(empty)'
  }
}
