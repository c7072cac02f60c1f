import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, LoadRequest } from '../client.ts'
import type { Instance } from '../instance.ts'

const READ_TRIES = 5
export const JSON_BODY = { 'content-type': 'application/json' }

/** Headers with which the seeded actors call. */
export const callersOf = ({ dev }: Pick<Instance, 'dev'>) => ({
  store: { 'x-publishable-api-key': dev.publishable_key },
  seller: { authorization: `Bearer ${dev.seller.token}` },
  admin: { authorization: `Bearer ${dev.admin.token}` },
})

const AT_ONCE = 12

/** Requests that prepare a scenario: some at a time, in any order. */
export async function prepareAll<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  async function work() {
    for (let n = next++; n < count; n = next++) results[n] = await make(n)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, work))
  return results
}

export interface Preparing {
  instance: Pick<Instance, 'dev'>
  client: Client
}

/** One preparing request. @throws Error when it is refused */
export const prepare = <T>({ instance, client }: Preparing, request: LoadRequest) =>
  client.expectJson<T>(instance.dev.base_url, request)

/** A preparing request with a body. @returns the answer's body @throws Error when it is refused */
export async function post<T>(
  preparing: Preparing,
  as: keyof ReturnType<typeof callersOf>,
  path: string,
  body: object,
  expected = 200,
): Promise<T> {
  const headers = { ...callersOf(preparing.instance)[as], ...JSON_BODY }
  const request: LoadRequest = { operation: path, method: 'POST', path, headers, body: JSON.stringify(body), expected }
  return (await prepare<T>(preparing, request)).body
}

/** Reads for a check, once all is quiet: leftovers of a fault may take a moment yet. @throws Error when it is not answered */
export async function readAll<T>(preparing: Preparing, requests: readonly LoadRequest[]): Promise<T[]> {
  const read = async (request: LoadRequest): Promise<T> => {
    for (let tries = 1; ; tries++) {
      try {
        return (await prepare<T>(preparing, request)).body
      } catch (error) {
        if (tries === READ_TRIES) throw error
        await sleep(500)
      }
    }
  }
  return prepareAll(requests.length, (n) => read(requests[n]!))
}
