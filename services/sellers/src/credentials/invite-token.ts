import { timingSafeEqual } from 'node:crypto'
import { invalidData } from '@souk/contracts'
import { decodeJwt } from 'jose'

interface Invites<I> {
  find: (id: string) => Promise<I | undefined>
  /** The `jti` of the invite's current token. */
  secretOf: (invite: I) => string
}

/**
 * The invite of a token; undefined unless it is the invite's current token. The `jti` is a secret that only the token contains,
 * so no signature needs checking.
 */
export async function findInvite<I>(token: string, { find, secretOf }: Invites<I>): Promise<I | undefined> {
  const { id, jti } = claimsIn(token)
  const invite = typeof id === 'string' ? await find(id) : undefined
  return invite && isSame(`${jti}`, secretOf(invite)) ? invite : undefined
}

/** The refusal of an invite for a log-in that is already in use. */
export const alreadyAuthenticated = () => invalidData('The user is already authenticated and cannot accept an invite.')

function isSame(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function claimsIn(token: string): Record<string, unknown> {
  try {
    return decodeJwt(token)
  } catch {
    return {}
  }
}
