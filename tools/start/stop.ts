import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from '../infra/process-state.ts'
import { readFlags } from './arguments.ts'
import { readStartConfig } from './config.ts'
import { removeInstanceFiles } from './dev-json-publisher.ts'
import { findOwner } from './home-lock.ts'

export const HELP = `npm run stop [-- --json]

Ends the instance of this home (SOUK_HOME, default .souk) and waits until it has ended. No instance is no error.

  --json  {"home", "stopped": whether one ran, "pid"}`

const GRACE_MS = 25_000

/** `npm run stop`: ends the instance of this home and waits until it has ended. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { json } = readFlags(args, ['json'])
  const { home } = readStartConfig(env)
  const pid = findOwner(home)
  const say = json ? () => {} : console.log
  const end = (stopped: boolean) => {
    if (json) console.log(JSON.stringify({ home, stopped, pid: pid ?? null }))
    return 0
  }
  if (!pid) {
    await removeInstanceFiles(home)
    say(`No instance runs in ${home}.`)
    return end(false)
  }
  process.kill(pid, 'SIGTERM')
  const deadline = Date.now() + GRACE_MS
  while (isRunning(pid) && Date.now() < deadline) await sleep(50)
  if (isRunning(pid)) {
    say(`Process ${pid} does not end by itself; killing it. Its watchdog ends what it started.`)
    process.kill(pid, 'SIGKILL')
    await removeInstanceFiles(home)
  }
  say('Stopped.')
  return end(true)
}
