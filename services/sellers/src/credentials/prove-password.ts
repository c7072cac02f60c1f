import type { Deps } from '../deps.ts'
import type { AuthIdentity } from '../domain/identities/identity.ts'
import { passwordMatches } from './passwords.ts'
import { type Standing, standingOf } from './standing.ts'

/**
 * The standing of somebody who has the right password and may log in. A password that was replaced in the meantime is refused:
 * the revocation of its tokens may have come before the standing was read.
 * @param identity undefined if nobody has the e-mail; it takes as long as a wrong password
 * @returns undefined for a refusal, which must not tell the reason
 */
export async function provePassword(
  password: string,
  identity: AuthIdentity | undefined,
  deps: Deps,
  deadline: number,
): Promise<Standing | undefined> {
  const [matches, standing] = await Promise.all([
    passwordMatches(password, identity?.password_hash),
    identity && standingOf(identity, deps, deadline),
  ])
  if (!identity || !matches || !standing?.mayLogIn) return undefined
  const current = await deps.identities.find(identity.id, deadline)
  return current?.password_hash === identity.password_hash ? standing : undefined
}
