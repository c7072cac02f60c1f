import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Watchdog } from '../infra/watchdog.ts'
import { findOwner } from '../start/home-lock.ts'
import { adoptInstance, startDetached } from '../start/own-instance.ts'
import * as stopCommand from '../start/stop.ts'

/** As a production service logs; the detached start writes it to files. */
export const LOG_LEVEL = 'info'

/**
 * An instance for this run alone, started as `npm start -- --detach` starts one: own servers, one replica of each service.
 * `profiles` is where processes write the CPU profiles that they are asked for; undefined: they take none.
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

  /** Ends it in any state: a start that was interrupted at its very beginning shows its owner a moment later. */
  async function stop() {
    while (starting && findOwner(home) === undefined) await sleep(20)
    if (findOwner(home) !== undefined) await stopCommand.run([], own)
    await rm(home, { recursive: true, force: true })
  }

  async function start() {
    await startDetached(home, own).ready.finally(() => {
      starting = false
    })
    return { ...(await adoptInstance(home, watchdog)), env: own }
  }
  return { start, stop }
}

export type RunningInstance = Awaited<ReturnType<Awaited<ReturnType<typeof startInstance>>['start']>>
