import type { Operation } from '@souk/contracts'
import type { System } from '../system.ts'
import { OFFERED, SCENES } from './scenes.ts'

/** A request that is granted; `headers` come beside the credentials of the audience. */
export interface HonestRequest {
  path: string
  body?: Record<string, unknown>
  headers?: Record<string, string>
}
export type HonestRequests = Readonly<Record<string, HonestRequest>>

/** Makes the records that an honest request of the operation needs, those of their own where the scene says so. */
export async function honestRequest(system: System, operation: Operation): Promise<HonestRequest> {
  const { ids, body, headers } = SCENES[operation.name]!
  const id = (await ids?.own(system)) ?? ''
  const made = <T>(part: T | ((system: System, id: string) => T | Promise<T>) | undefined) =>
    typeof part === 'function' ? (part as (system: System, id: string) => T | Promise<T>)(system, id) : part
  const parts = { body: await made(body), headers: await made(headers) }
  return {
    path: pathOf(operation, id),
    ...(parts.body && { body: parts.body }),
    ...(parts.headers && { headers: parts.headers }),
  }
}

/** One of each operation that has a route. */
export async function honestRequests(system: System): Promise<HonestRequests> {
  const made = OFFERED.map(async (operation) => [operation.name, await honestRequest(system, operation)] as const)
  return Object.fromEntries(await Promise.all(made))
}

/** The operation's path with values for its names. @throws Error for a name without one */
export function pathOf({ name, path }: Operation, id: string | undefined, params: Record<string, string> = {}): string {
  const values: Record<string, string | undefined> = { ...(id && { id }), ...SCENES[name]?.params, ...params }
  return path!.replaceAll(/:(\w+)/g, (_, key: string) => {
    if (values[key] === undefined) throw new Error(`the scene of ${name} says nothing of :${key}`)
    return values[key]
  })
}

/** An id of the same form that is nobody's. */
export const nobodys = (id: string) => `${id.slice(0, -2)}${id.endsWith('00') ? '11' : '00'}`
