import { parseCookie, stringifySetCookie } from 'cookie'
import { decodeJwt } from 'jose'

/** The name that Medusa's clients expect. */
const NAME = 'connect.sid'

export interface SessionCookieOptions {
  /** Whether it is sent over TLS only. */
  secure: boolean
  sameSite: 'lax' | 'strict' | 'none'
}

/**
 * A session cookie holds the same token as an `Authorization: Bearer` header: it is verified without a look-up, and revoked like
 * any other. Scripts cannot read it, and it expires with the token.
 */
export function createSessionCookie({ secure, sameSite }: SessionCookieOptions) {
  const attributes = { path: '/', httpOnly: true, secure, sameSite } as const
  return {
    /** The token in a `Cookie` header. */
    read: (header: string | undefined): string | undefined =>
      header?.includes(NAME) ? parseCookie(header)[NAME] || undefined : undefined,
    /** The `Set-Cookie` that begins a session. */
    begun(token: string): string {
      const { exp = 0, iat = 0 } = decodeJwt(token)
      return stringifySetCookie({ name: NAME, value: token, maxAge: exp - iat, ...attributes })
    },
    /** The `Set-Cookie` that ends a session. */
    ended: stringifySetCookie({ name: NAME, value: '', maxAge: 0, ...attributes }),
  }
}

export type SessionCookie = ReturnType<typeof createSessionCookie>
