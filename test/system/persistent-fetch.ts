import { setTimeout as sleep } from 'node:timers/promises'

/** How often a request is sent, at most. */
export const TRIES = 6
/** The first pause, in ms; each later one is longer by it. */
const PAUSE_MS = 250
export const pauseAfter = (tried: number) => sleep(PAUSE_MS * tried)

/**
 * Sends a request as a client that heeds Retry-After: again while the answer is 503, which says that nothing was carried out.
 * On a busy machine a service may have no time at first.
 * @param tries at most; default `TRIES`
 */
export async function persistentFetch(url: string, init: RequestInit, tries = TRIES): Promise<Response> {
  for (let tried = 1; ; tried++) {
    const response = await fetch(url, init)
    if (response.status !== 503 || tried >= tries) return response
    await response.arrayBuffer()
    await pauseAfter(tried)
  }
}
