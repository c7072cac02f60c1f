import { setTimeout as sleep } from 'node:timers/promises'

/** The first pause, in ms; each later one is longer by it. */
const PAUSE_MS = 250

/**
 * Sends a request as a client that heeds Retry-After: again while the answer is 503, which says that nothing was carried out.
 * On a busy machine a service may have no time at first.
 * @param tries at most; default 6
 */
export async function persistentFetch(url: string, init: RequestInit, tries = 6): Promise<Response> {
  for (let tried = 1; ; tried++) {
    const response = await fetch(url, init)
    if (response.status !== 503 || tried >= tries) return response
    await response.arrayBuffer()
    await sleep(PAUSE_MS * tried)
  }
}
