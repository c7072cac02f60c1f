import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Watchdog } from '../infra/watchdog.ts'
import { type DevReport, sendMessage } from './dev-channel.ts'
import type { ProcessEvents, SupervisedProcess } from './supervised-process.ts'

const STOP_TIMEOUT_MS = 8_000

type Ready = Extract<DevReport, { type: 'ready' }>

/** One service run by its `dev` script. Its start waits for the script, if need be until an error in the sources is fixed. */
export function createDevPart(name: string, watchdog: Watchdog, onLine: ProcessEvents['onLine']) {
  let socket: Socket | undefined
  let script: number | undefined
  let ready: Ready | undefined
  let onChange = () => {}
  let onAttached = () => {}
  let onReady = (_ready: Ready) => {}
  const attached = new Promise<void>((resolve) => {
    onAttached = resolve
  })
  let onStopped = (_reason: Error) => {}
  const started = new Promise<Ready>((resolve, reject) => {
    onReady = resolve
    onStopped = reject
  })
  started.catch(() => {})

  function hear(report: DevReport) {
    if (report.type === 'line') return onLine(name, report.text)
    if (ready) watchdog.unwatch(ready.pid)
    ready = report.type === 'ready' ? report : undefined
    if (ready) {
      watchdog.watch(ready.pid)
      onReady(ready)
    }
    onChange()
  }

  /** Signals a process that may have ended. */
  function signal(how: NodeJS.Signals, pid: number | undefined) {
    try {
      if (pid !== undefined) process.kill(pid, how)
    } catch {
      // it has ended
    }
  }

  async function end() {
    onStopped(new Error(`${name} was stopped`))
    if (!socket || socket.destroyed) return
    const closed = once(socket, 'close')
    socket.end()
    const late = setTimeout(kill, STOP_TIMEOUT_MS)
    await closed
    clearTimeout(late)
  }

  function kill() {
    onStopped(new Error(`${name} was stopped`))
    for (const pid of [script, ready?.pid]) signal('SIGKILL', pid)
    socket?.destroy()
  }

  return {
    /** Resolves once the script is connected. */
    attached,
    attach(connection: Socket, pid: number) {
      socket = connection
      script = pid
      watchdog.watch(pid)
      connection.once('close', () => {
        watchdog.unwatch(pid)
        if (ready) watchdog.unwatch(ready.pid)
        ready = undefined
      })
      onAttached()
      return hear
    },
    configure(env: NodeJS.ProcessEnv, onChanged: () => void): SupervisedProcess {
      onChange = onChanged
      return {
        name,
        replica: 0,
        start() {
          if (socket) sendMessage(socket, env)
          return started
        },
        state: () => ready && { ...ready, type: 'ready' as const },
        stop: end,
        kill: async () => kill(),
      }
    },
    stop: end,
  }
}

export type DevPart = ReturnType<typeof createDevPart>
