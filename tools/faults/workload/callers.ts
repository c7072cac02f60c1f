import type { Client, LoadRequest } from '../client.ts'
import type { Instance } from '../instance.ts'

export const JSON_BODY = { 'content-type': 'application/json' }

/** Headers with which the seeded actors call. */
export const callersOf = ({ dev }: Pick<Instance, 'dev'>) => ({
  store: { 'x-publishable-api-key': dev.publishable_key },
  seller: { authorization: `Bearer ${dev.seller.token}` },
  admin: { authorization: `Bearer ${dev.admin.token}` },
})

/** Requests that prepare a scenario: some at a time, in any order. */
export async function prepareAll<T>(count: number, make: (n: number) => Promise<T>, atOnce = 12): Promise<T[]> {
  const results: T[] = []
  let next = 0
  async function work() {
    for (let n = next++; n < count; n = next++) results[n] = await make(n)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, work))
  return results
}

export interface Preparing {
  instance: Pick<Instance, 'dev'>
  client: Client
}

/** One preparing request. @throws Error when it is refused */
export const prepare = <T>({ instance, client }: Preparing, request: LoadRequest) =>
  client.expectJson<T>(instance.dev.base_url, request)
