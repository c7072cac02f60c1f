import { setTimeout as sleep } from 'node:timers/promises'
import { commandLine, isRunning, parentOf, startedAt } from '../infra/process-state.ts'

const LOOK_MS = 500

/**
 * Calls `onGone` once npm, which started this process in the foreground, has ended without a signal: after `kill -9` of npm
 * nothing else would stop the instance. Does nothing for a process that npm did not start.
 */
export async function watchLauncher(env: NodeJS.ProcessEnv, signal: AbortSignal, onGone: () => void) {
  if (!env.npm_lifecycle_event || process.platform === 'win32') return
  const launchers = findLaunchers().map((pid) => ({ pid, started: startedAt(pid) }))
  while (!signal.aborted) {
    if (launchers.some(({ pid, started }) => !isRunning(pid) || startedAt(pid) !== started)) return onGone()
    await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => {})
  }
}

/** npm runs a script through a shell, which may or may not have replaced itself with this process. */
function findLaunchers() {
  const parent = process.ppid
  const shellParent = commandLine(parent).includes('bootstrap.mjs') ? parentOf(parent) : undefined
  return [parent, shellParent].filter((pid): pid is number => pid !== undefined && pid > 1)
}
