import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from '../infra/process-state.ts'
import { readFlags } from './arguments.ts'
import { readStartConfig } from './config.ts'
import { removeDevJson } from './dev-json.ts'
import { findOwner } from './home-lock.ts'

const GRACE_MS = 25_000

/** `npm run stop`: ends the instance of this home and waits until it has ended. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  readFlags(args, [])
  const { home } = readStartConfig(env)
  const pid = findOwner(home)
  if (!pid) {
    await removeDevJson(home)
    console.log(`No instance runs in ${home}.`)
    return 0
  }
  process.kill(pid, 'SIGTERM')
  const deadline = Date.now() + GRACE_MS
  while (isRunning(pid) && Date.now() < deadline) await sleep(50)
  if (isRunning(pid)) {
    console.log(`Process ${pid} does not end by itself; killing it. Its watchdog ends what it started.`)
    process.kill(pid, 'SIGKILL')
    await removeDevJson(home)
  }
  console.log('Stopped.')
  return 0
}
