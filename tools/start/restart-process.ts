import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from '../infra/process-state.ts'
import { type DevProcess, findDevJson } from './dev-json.ts'

const RESTART_TIMEOUT_MS = 120_000

/**
 * Stops a process gracefully. Resolves once its supervisor has replaced it and the new one is ready.
 * @throws Error after two minutes
 */
export async function restartProcess(home: string, { name, replica, pid }: DevProcess) {
  process.kill(pid, 'SIGTERM')
  const deadline = Date.now() + RESTART_TIMEOUT_MS
  const isBack = async () =>
    (await findDevJson(home))?.processes.some((one) => one.name === name && one.replica === replica && one.pid !== pid) === true
  while (isRunning(pid) || !(await isBack())) {
    if (Date.now() > deadline) throw new Error(`${name} is not back ${RESTART_TIMEOUT_MS / 1000} s after it was restarted`)
    await sleep(20)
  }
}
