import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from '../infra/process-state.ts'
import { readFlags } from './arguments.ts'
import { readStartConfig } from './config.ts'
import { type DevProcess, findDevJson } from './dev-json.ts'
import { findInstance } from './find-instance.ts'
import { loadSecrets, newSecrets, saveSecrets } from './secrets.ts'
import { writeSigningKey } from './signing-key.ts'

export const HELP = `npm run rotate-signing-key

Tokens of this home's instance (SOUK_HOME, default .souk) are signed with a new key from now on; those that the former one signed are valid until
they expire, or until npm run retire-key makes them void. Without a running instance the new key signs from its next start on.`

const RESTART_TIMEOUT_MS = 120_000

/** A new key for `sellers`, which takes effect with each replica's restart. */
export async function replaceSigningKey(home: string) {
  const { signing_key } = newSecrets()
  await saveSecrets(home, { ...(await loadSecrets(home)), signing_key })
  writeSigningKey(home, { signing_key })
}

/**
 * Ends a process in order. Resolves when its supervisor has put another one in its place that is ready.
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

/**
 * `npm run rotate-signing-key`: tokens of this home's instance are signed with a new key from now on; those that the former one
 * signed are valid until they expire.
 */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  readFlags(args, [])
  const { home } = readStartConfig(env)
  const dev = await findInstance(home)
  await replaceSigningKey(home)
  for (const part of dev?.processes ?? []) if (part.name === 'sellers') await restartProcess(home, part)
  console.log(dev ? 'A new key signs.' : `No instance runs in ${home}: the new key signs from its next start on.`)
  return 0
}
