import { seed } from '../seed/seed.ts'
import { readFlags } from './arguments.ts'
import { readStartConfig } from './config.ts'
import { startDetached } from './detached.ts'
import type { DevJson } from './dev-json.ts'
import { findInstance } from './find-instance.ts'
import { formatLine } from './log-lines.ts'
import { supervise } from './supervise.ts'
import { renderTable } from './table.ts'

/** `npm start`: a development instance in the foreground, or with `--detach` beside us. Resolves to the exit code. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { detach, fresh, cluster } = readFlags(args, ['detach', 'fresh', 'cluster'])
  const config = readStartConfig(env, { cluster })
  const running = await findInstance(config.home)
  if (running) return showRunning(running, fresh)
  if (detach) return startDetached(config.home, args, env)

  const code = await supervise({
    config,
    env,
    fresh,
    detached: false,
    seed,
    print: (line) => console.log(line),
    onLine: (part, line) => console.log(formatLine(part, line)),
    onReady: (dev) => console.log(renderTable(dev)),
  })
  if (code !== undefined) return code
  const other = await findInstance(config.home)
  if (!other) throw new Error('another start of this instance failed meanwhile: start again')
  return showRunning(other, fresh)
}

function showRunning(dev: DevJson, fresh: boolean) {
  if (fresh) throw new Error(`this instance runs (process ${dev.pid}): npm run stop, then start it with --fresh`)
  console.log(`This instance runs already (process ${dev.pid}); npm run stop ends it.`)
  console.log(renderTable(dev))
  return 0
}
