import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 50

/** Asks again and again with one token, until it is stopped. */
export function probeToken(baseUrl: string, path: string, token: string) {
  const statuses = new Map<number, number>()
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      const status = await statusWith(baseUrl, path, token)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await sleep(PAUSE_MS)
    }
  })()
  return {
    /** @returns how often each status came; 0: no answer at all */
    async stop(): Promise<ReadonlyMap<number, number>> {
      isOver = true
      await asking
      return statuses
    },
  }
}

/** 0: no answer at all. */
export const statusWith = (baseUrl: string, path: string, token = ''): Promise<number> =>
  fetch(`${baseUrl}${path}`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
    signal: AbortSignal.timeout(8000),
  }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    () => 0,
  )

/** In ms, until a token is answered with `status`. @throws Error after 10 s */
export async function msUntil(status: number, baseUrl: string, path: string, token: string): Promise<number> {
  const began = performance.now()
  while ((await statusWith(baseUrl, path, token)) !== status) {
    if (performance.now() - began > 10_000) throw new Error(`${path} does not answer ${status}`)
    await sleep(5)
  }
  return performance.now() - began
}

/** The key's id and the token's, unverified. */
export function readToken(token: string) {
  const [header, claims] = token.split('.', 2).map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
  return { kid: header.kid as string, jti: claims.jti as string }
}
