import { readFlags } from './arguments.ts'
import { readStartConfig } from './config.ts'
import { findInstance } from './find-instance.ts'
import { restartProcess } from './restart-process.ts'
import { loadSecrets, newSecrets, saveSecrets } from './secrets.ts'
import { writeSigningKey } from './signing-key.ts'

export const HELP = `npm run rotate-signing-key

Tokens of this home's instance (SOUK_HOME, default .souk) are signed with a new key from now on; those that the former one signed are valid until
they expire, or until npm run retire-key makes them void. Without a running instance the new key signs from its next start on.`

/** A new key for `sellers`, which takes effect with each replica's restart. */
export async function replaceSigningKey(home: string) {
  const { signing_key } = newSecrets()
  await saveSecrets(home, { ...(await loadSecrets(home)), signing_key })
  writeSigningKey(home, { signing_key })
}

/**
 * `npm run rotate-signing-key`: tokens of this home's instance are signed with a new key from now on; those signed with the
 * previous one are valid until they expire.
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
