import { watchLauncher } from './launcher.ts'

/** npm forwards a Ctrl-C that the terminal has already sent to us: two at once count as one. */
const SAME_INTERRUPT_MS = 300

/**
 * Aborts `stopping` and resolves `ended` at the first signal that ends this process, and `interrupted` at the second one. The end
 * of npm, which sends no signal, counts as one unless we run `detached`.
 */
export function listenForEnd(env: NodeJS.ProcessEnv, stopping: AbortController, detached: boolean) {
  let first = 0
  let end = () => {}
  let interrupt = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const interrupted = new Promise<void>((resolve) => {
    interrupt = resolve
  })
  const onSignal = (signal: string) => {
    if (first === 0) {
      first = Date.now()
      stopping.abort(new Error(`interrupted by ${signal}`))
      return end()
    }
    if (Date.now() - first > SAME_INTERRUPT_MS) interrupt()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  if (!detached) void watchLauncher(env, stopping.signal, () => onSignal('the end of npm'))
  return { ended, interrupted }
}
