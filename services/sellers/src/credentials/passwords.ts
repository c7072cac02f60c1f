import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { createBulkhead } from '@souk/runtime'

// OWASP's recommendation for argon2id.
const OPTIONS = { algorithm: 2 as Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each takes some 30 ms of one of libuv's four threads and 19 MB: more would only queue, and delay other work. */
const bounded = createBulkhead(32)

/** @throws overloaded while many passwords are being hashed */
export const hashPassword = (password: string) => bounded(() => hash(password, OPTIONS))

/** A hash of random text: verifying against it makes an unknown e-mail take as long as a wrong password. */
const decoy = hashPassword(`${Math.random()}`)

/** @throws overloaded while many passwords are being hashed */
export async function passwordMatches(password: string, passwordHash: string | undefined): Promise<boolean> {
  const against = passwordHash ?? (await decoy)
  const matches = await bounded(() => verify(against, password).catch(() => false))
  return matches && passwordHash !== undefined
}
