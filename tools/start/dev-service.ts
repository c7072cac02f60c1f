import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { DevReport } from './dev-channel.ts'

const STOP_TIMEOUT_MS = 5_000
const STANDBY = join(import.meta.dirname, 'standby.mjs')

type Ready = Omit<Extract<DevReport, { type: 'ready' }>, 'type' | 'pid'>

/** One process of a service in watch mode. */
export type DevService = ReturnType<typeof prepareService>

/**
 * A process for a service, which loads the service's packages and then waits for `start`. Never rejects: errors are in its
 * output, and `ready` is undefined if it ended before.
 * @param packages the packages' URLs
 */
export function prepareService(packages: readonly string[], env: NodeJS.ProcessEnv, onLine: (line: string) => void) {
  const child: ChildProcess = fork(STANDBY, packages, {
    env,
    execArgv: ['--enable-source-maps'],
    // Ctrl-C in the terminal must reach only the process that stops the parts in order, not this one.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', onLine)
  child.on('error', (error) => onLine(error.message))
  const ended = once(child, 'exit').then(([code, signal]) => `${signal ?? `exit code ${code}`}`)
  const ready = new Promise<Ready | undefined>((resolve) => {
    child.on('message', (message: Ready) => resolve(message))
    void ended.then(() => resolve(undefined))
  })
  return {
    pid: child.pid ?? 0,
    /** Runs the bundle of the service. */
    start(file: string) {
      if (child.connected) child.send({ file })
    },
    ready,
    /** Resolves to how it ended. */
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async stop() {
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
      await ended
      clearTimeout(late)
    },
  }
}
