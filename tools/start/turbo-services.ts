import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { startWatchdog } from '../infra/watchdog.ts'
import { ROOT, SERVICES } from './config.ts'
import { CHANNEL_VARIABLE, openChannel } from './dev-channel.ts'
import { createDevPart, type DevPart } from './dev-part.ts'
import { serviceEnv } from './service-env.ts'
import type { ServiceRunner } from './service-runner.ts'
import type { ProcessEvents } from './supervised-process.ts'

const END_TIMEOUT_MS = 3_000
const KEPT_LINES = 20

export interface TurboOptions {
  onLine: ProcessEvents['onLine']
  /** Called if turbo ended without being asked to. */
  onEnd: (why: string) => void
}

/** Every service by its own `dev` script, all of them run by turbo. */
export function turboServices({ onLine, onEnd }: TurboOptions): ServiceRunner {
  const watchdog = startWatchdog()
  const parts = new Map<string, DevPart>(SERVICES.map((name) => [name, createDevPart(name, watchdog, onLine)]))
  const lastLines: string[] = []
  let turbo: ChildProcess | undefined
  let channel: Awaited<ReturnType<typeof openChannel>> | undefined
  let closing = false

  function startTurbo(address: string) {
    const started = spawn(
      process.execPath,
      [join(ROOT, 'node_modules', 'turbo', 'bin', 'turbo'), 'run', 'dev', '--ui=stream', '--output-logs=errors-only'],
      {
        cwd: ROOT,
        // Ctrl-C in the terminal must not reach it: the scripts end when their channel closes.
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, [CHANNEL_VARIABLE]: address, TURBO_TELEMETRY_DISABLED: '1', NO_UPDATE_NOTIFIER: '1' },
      },
    )
    if (started.pid !== undefined) watchdog.watch(started.pid)
    for (const stream of [started.stdout, started.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        lastLines.push(line)
        if (lastLines.length > KEPT_LINES) lastLines.shift()
      })
    started.once('exit', (code, signal) => {
      if (started.pid !== undefined) watchdog.unwatch(started.pid)
      if (!closing) onEnd(`turbo ended (${signal ?? `exit code ${code}`}); its last lines:\n${lastLines.join('\n')}`)
    })
    return started
  }

  return {
    preparing: 'Bundling and watching the services',
    async prepare() {
      channel = await openChannel((socket, { service, pid }) => parts.get(service)?.attach(socket, pid))
      if (closing) return channel.close()
      turbo = startTurbo(channel.address)
      await Promise.all([...parts.values()].map((part) => part.attached))
    },
    create: (environment, _watchdog, { onChange }) =>
      SERVICES.flatMap((name) => parts.get(name)?.configure(serviceEnv(name, environment), onChange) ?? []),
    async close() {
      closing = true
      channel?.close()
      await Promise.all([...parts.values()].map((part) => part.stop()))
      if (turbo && turbo.exitCode === null && turbo.signalCode === null) await endTurbo(turbo)
      watchdog.close()
    },
  }
}

/** Turbo ends once its scripts have ended; some may only just be starting. */
async function endTurbo(turbo: ChildProcess) {
  const ended = once(turbo, 'exit')
  turbo.kill('SIGTERM')
  await Promise.race([ended, sleep(END_TIMEOUT_MS)])
  turbo.kill('SIGKILL')
  await ended
}
