import { type Algorithm, hash, verify } from '@node-rs/argon2'

// OWASP's recommendation for argon2id.
const OPTIONS = { algorithm: 2 as Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, OPTIONS)

/** A hash of nothing anyone knows: verifying against it makes an unknown e-mail take as long as a wrong password. */
const decoy = hashPassword(`${Math.random()}`)

export async function passwordMatches(password: string, passwordHash: string | undefined): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await decoy), password).catch(() => false)
  return matches && passwordHash !== undefined
}
