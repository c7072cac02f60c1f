import { fork } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Watchdog } from '../infra/watchdog.ts'
import { ROOT } from '../start/config.ts'
import { Report } from '../start/detached.ts'
import { findDevJson } from '../start/dev-json.ts'
import { findOwner } from '../start/home-lock.ts'
import { Secrets } from '../start/secrets.ts'
import * as stopCommand from '../start/stop.ts'

/** As a production service logs; the detached start writes it to files. */
export const LOG_LEVEL = 'info'

/**
 * An instance for this run alone, started as `npm start -- --detach` starts one: own servers, one replica of each service. `profiles` is
 * where processes write the CPU profiles that they are asked for; undefined: they take none.
 */
export async function startInstance(
  env: NodeJS.ProcessEnv,
  { watchdog, profiles }: { watchdog: Watchdog; profiles: string | undefined },
) {
  const home = await mkdtemp(join(tmpdir(), 'souk-bench-'))
  const { NATS_URL: _nats, MONGODB_URL: _mongodb, SOUK_REPLICAS: _replicas, NODE_OPTIONS: _node, ...rest } = env
  const profiler = pathToFileURL(join(import.meta.dirname, 'profiler.mjs')).href
  const own = {
    ...rest,
    SOUK_HOME: home,
    PORT: '0',
    LOG_LEVEL,
    ...(profiles && { NODE_OPTIONS: `--import=${profiler}`, BENCH_PROFILES: profiles }),
  }
  let starting = true

  /** Ends it whatever its state: a start that was interrupted at its very beginning shows its owner a moment later. */
  async function stop() {
    while (starting && findOwner(home) === undefined) await sleep(20)
    if (findOwner(home) !== undefined) await stopCommand.run([], own)
    await rm(home, { recursive: true, force: true })
  }

  async function start() {
    await startBackground(home, own).finally(() => {
      starting = false
    })
    const dev = await findDevJson(home)
    if (!dev) throw new Error('the instance did not write its dev.json')
    // Should this process be killed, the instance must not outlive it.
    watchdog.watch(dev.pid)
    const secrets = Secrets.parse(JSON.parse(await readFile(join(home, 'secrets.json'), 'utf8')))
    return { dev, secrets, env: own, logs: join(home, 'logs') }
  }
  return { start, stop }
}

export type RunningInstance = Awaited<ReturnType<Awaited<ReturnType<typeof startInstance>>['start']>>

/** The supervisor that `npm start -- --detach` leaves behind. @throws Error that says why it did not start */
async function startBackground(home: string, env: NodeJS.ProcessEnv) {
  mkdirSync(join(home, 'logs'))
  const log = openSync(join(home, 'logs', 'supervisor.log'), 'a')
  const child = fork(join(ROOT, 'tools', 'start', 'bootstrap.mjs'), ['background', '--detach'], {
    env,
    execArgv: [],
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  try {
    await new Promise<void>((resolve, reject) => {
      child.on('message', (message) => {
        const { type, text } = Report.parse(message)
        if (type === 'done') resolve()
        if (type === 'failed') reject(new Error(text))
      })
      child.once('exit', (code, signal) =>
        reject(new Error(`the instance ended at its start (${signal ?? `exit code ${code}`})`)),
      )
    })
  } finally {
    if (child.connected) child.disconnect()
    child.unref()
  }
}
