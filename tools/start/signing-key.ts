import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeSecret } from '../../deploy/credentials/write-addresses.ts'
import type { Secrets } from './secrets.ts'
import { signingKeyFile } from './service-env.ts'

/** Writes the key to the file that `sellers` reads when it starts. */
export function writeSigningKey(home: string, { signing_key }: Pick<Secrets, 'signing_key'>) {
  const file = signingKeyFile(home)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeSecret(file, JSON.stringify(signing_key))
}
