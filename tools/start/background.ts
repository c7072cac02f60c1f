import { readFlags } from './arguments.ts'
import { readStartConfig } from './config.ts'
import type { Report } from './detached.ts'
import { findInstance } from './find-instance.ts'
import { FLAGS } from './start.ts'
import { supervise } from './supervise.ts'

/** The supervisor behind `npm start -- --detach`: reports through its IPC channel until it is ready, and always in its log. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { fresh, cluster } = readFlags(args, FLAGS)
  const config = readStartConfig(env, { cluster, fresh, starts: true })
  let ready = false
  // The starting process ended before we were ready: Ctrl-C.
  process.once('disconnect', () => !ready && process.kill(process.pid, 'SIGTERM'))
  const report = (message: Report) => process.connected && process.send?.(message)
  const log = (line: string) => console.log(`${new Date().toISOString()} ${line}`)
  try {
    const code = await supervise({
      config,
      env,
      fresh,
      detached: true,
      print: (text) => {
        log(text)
        if (!ready) report({ type: 'line', text })
      },
      onLine: (part, line) => log(`${part}: ${line}`),
      onReady: (dev) => {
        ready = true
        log(`ready: ${dev.base_url}, process ${dev.pid}`)
        report({ type: 'done' })
      },
    })
    if (code !== undefined) {
      log(`ended with exit code ${code}`)
      return code
    }
    const other = await findInstance(config.home)
    ready = true
    report(other ? { type: 'done' } : { type: 'failed', text: 'another start of this instance failed meanwhile: start again' })
    return other ? 0 : 1
  } catch (error) {
    ready = true
    const text = error instanceof Error ? error.message : String(error)
    log(text)
    report({ type: 'failed', text })
    return 1
  }
}
