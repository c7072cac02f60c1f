import { readFlags } from './arguments.ts'
import { readStartConfig } from './config.ts'
import { startDetached } from './detached.ts'
import type { DevJson } from './dev-json.ts'
import { findInstance } from './find-instance.ts'
import { createOutput, type Output, secondsSinceStart } from './start-output.ts'

export const HELP = `npm start [-- --detach --fresh --cluster --json --quiet]

Starts a development instance: NATS, MongoDB, demo data, all services and the gateway. Ctrl-C ends it.

  --detach   in the background: returns when it is ready; npm run stop ends it, npm run status shows its parts
  --fresh    deletes all data and uploaded files in SOUK_HOME first
  --cluster  on three NATS and three MongoDB processes
  --json     says where it is as one JSON object (npm start -s -- --detach --json); all else goes to standard error
  --quiet    says only what goes wrong

PORT (default 9000, 0 takes a free one), SOUK_HOME (.souk), SOUK_REPLICAS (1, or cart=2,orders=3), LOG_LEVEL (warn),
NATS_URL and MONGODB_URL (your own servers). Exit code 0 when it ran and ended well, 1 when it did not start.`

export const FLAGS = ['detach', 'fresh', 'cluster', 'json', 'quiet'] as const

/** `npm start`: a development instance in the foreground, or with `--detach` in the background. Resolves to the exit code. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { detach, fresh, cluster, json, quiet } = readFlags(args, FLAGS, env)
  const config = readStartConfig(env, { cluster, fresh, starts: true })
  const output = createOutput({ home: config.home, env, detached: detach, json, quiet })
  const running = await findInstance(config.home)
  if (running) return showRunning(running, fresh, output)
  if (detach) return startDetached(config.home, args, env, output)

  const { supervise } = await import('./supervise.ts')
  const code = await supervise({
    config,
    env,
    fresh,
    detached: false,
    print: output.print,
    onLine: output.onLine,
    onReady: (dev) => output.ready(dev, secondsSinceStart()),
  })
  if (code !== undefined) return code
  const other = await findInstance(config.home)
  if (!other) throw new Error('another start of this instance failed meanwhile: start again')
  return showRunning(other, fresh, output)
}

function showRunning(dev: DevJson, fresh: boolean, output: Output) {
  if (fresh) throw new Error(`this instance runs (process ${dev.pid}): npm run stop, then start it with --fresh`)
  output.ready(dev, undefined)
  return 0
}
