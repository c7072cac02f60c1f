import { setTimeout as sleep } from 'node:timers/promises'

/** How often a request is sent, at most. */
export const TRIES = 6
/** The first pause, in ms; each later one is longer by it. */
const PAUSE_MS = 250
export const pauseAfter = (tried: number) => sleep(PAUSE_MS * tried)

/** 503 says that nothing was carried out; 504, that it is not known, so that only what is carried out once may be sent again. */
const isToBeRepeated = (status: number, { method, headers }: RequestInit) =>
  status === 503 || (status === 504 && (method === 'GET' || new Headers(headers).has('idempotency-key')))

/** The key of a request of ours that was given up may still be in use. */
const isOwnKeyInUse = ({ status, headers }: Response, tried: number) => tried > 1 && status === 409 && headers.has('retry-after')

/**
 * Sends a request as a client that does what refusals tell it. On a busy machine a service may have no time at first.
 * @param tries at most; default `TRIES`
 */
export async function persistentFetch(url: string, init: RequestInit, tries = TRIES): Promise<Response> {
  for (let tried = 1; ; tried++) {
    const response = await fetch(url, init)
    const again = isToBeRepeated(response.status, init) || isOwnKeyInUse(response, tried)
    if (tried >= tries || !again) return response
    await response.arrayBuffer()
    await pauseAfter(tried)
  }
}
