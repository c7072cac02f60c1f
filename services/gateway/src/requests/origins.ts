import { isLoopback } from '../loopback.ts'

/** Browsers treat these as loopback, too. */
const BELOW_LOCALHOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.localhost$/

/** `signed-in`: pages of the origin may send and read everything, with cookies; `anonymous`: without cookies. */
export type Trust = 'signed-in' | 'anonymous' | 'none'

export interface OriginsOptions {
  /** Origins whose pages are trusted; `*` lets all others call without cookies. */
  listed: readonly string[]
  /** Whether pages of this machine are trusted, too, on any port. */
  loopback: boolean
}

/** The origins whose pages may call from a browser, by their `Origin` header. */
export function createOrigins({ listed, loopback }: OriginsOptions) {
  const signedIn = new Set(listed.filter((origin) => origin !== '*'))
  const otherwise: Trust = listed.includes('*') ? 'anonymous' : 'none'
  return {
    /** Whether an answer depends on the origin. */
    any: loopback || listed.length > 0,
    trustIn(origin: string): Trust {
      return signedIn.has(origin) || (loopback && isOfThisMachine(origin)) ? 'signed-in' : otherwise
    },
  }
}

export type Origins = ReturnType<typeof createOrigins>

function isOfThisMachine(origin: string): boolean {
  const { protocol, hostname } = URL.canParse(origin) ? new URL(origin) : { protocol: '', hostname: '' }
  return (protocol === 'http:' || protocol === 'https:') && (isLoopback(hostname) || BELOW_LOCALHOST.test(hostname))
}
