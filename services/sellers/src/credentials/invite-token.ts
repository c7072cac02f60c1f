import { timingSafeEqual } from 'node:crypto'
import { decodeJwt } from 'jose'

/** Who knows the `jti` was sent the token: nobody else can make it, so there is no signature to look at. */
export function inviteIdIn(token: string): string | undefined {
  const { id } = claimsIn(token)
  return typeof id === 'string' ? id : undefined
}

/** @param secret the `jti` of the invite's present token */
export function isInviteToken(token: string, secret: string): boolean {
  const [given, expected] = [Buffer.from(`${claimsIn(token).jti}`), Buffer.from(secret)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function claimsIn(token: string): Record<string, unknown> {
  try {
    return decodeJwt(token)
  } catch {
    return {}
  }
}
