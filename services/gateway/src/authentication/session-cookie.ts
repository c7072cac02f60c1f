import { parseCookie, stringifySetCookie } from 'cookie'
import { decodeJwt } from 'jose'

/** The name that clients of Medusa know. */
const NAME = 'connect.sid'

export interface SessionCookieOptions {
  /** Whether it travels over TLS only. */
  secure: boolean
  same_site: 'lax' | 'strict' | 'none'
}

/**
 * The cookie of a session holds a token as a bearer sends it: it is verified without a look-up, and revoked like any other. No
 * script can read it, and it goes when the token expires.
 */
export function createSessionCookie({ secure, same_site }: SessionCookieOptions) {
  const attributes = { path: '/', httpOnly: true, secure, sameSite: same_site } as const
  return {
    /** The token in a `Cookie` header. */
    read: (header: string | undefined): string | undefined =>
      header?.includes(NAME) ? parseCookie(header)[NAME] || undefined : undefined,
    /** The `Set-Cookie` of a session that begins. */
    begun(token: string): string {
      const { exp = 0, iat = 0 } = decodeJwt(token)
      return stringifySetCookie({ name: NAME, value: token, maxAge: exp - iat, ...attributes })
    },
    /** The `Set-Cookie` of one that ends. */
    ended: stringifySetCookie({ name: NAME, value: '', maxAge: 0, ...attributes }),
  }
}

export type SessionCookie = ReturnType<typeof createSessionCookie>
