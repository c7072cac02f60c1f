import { seed } from '../seed/seed.ts'
import { readFlags } from './arguments.ts'
import { readStartConfig } from './config.ts'
import type { Report } from './detached.ts'
import { findInstance } from './find-instance.ts'
import { supervise } from './supervise.ts'
import { renderTable } from './table.ts'

/** The supervisor behind `npm start -- --detach`: reports through its IPC channel until it is ready. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { fresh, cluster } = readFlags(args, ['detach', 'fresh', 'cluster'])
  const config = readStartConfig(env, { cluster })
  let ready = false
  // Whoever started us is gone before we were ready: Ctrl-C.
  process.once('disconnect', () => !ready && process.kill(process.pid, 'SIGTERM'))
  const report = (message: Report) => process.connected && process.send?.(message)
  try {
    const code = await supervise({
      config,
      env,
      fresh,
      detached: true,
      seed,
      print: (text) => (ready ? console.log(text) : report({ type: 'line', text })),
      onLine: (part, line) => console.log(`${new Date().toISOString()} ${part}: ${line}`),
      onReady: (dev) => {
        ready = true
        report({ type: 'done', text: renderTable(dev) })
      },
    })
    if (code !== undefined) return code
    const other = await findInstance(config.home)
    ready = true
    report(
      other
        ? { type: 'done', text: renderTable(other) }
        : { type: 'failed', text: 'another start of this instance failed meanwhile: start again' },
    )
    return other ? 0 : 1
  } catch (error) {
    ready = true
    const text = error instanceof Error ? error.message : String(error)
    console.error(text)
    report({ type: 'failed', text })
    return 1
  }
}
