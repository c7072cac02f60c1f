import type { Operation } from '@souk/contracts'
import type { System } from '../system.ts'
import { OFFERED, SCENES } from './scenes.ts'

/** A request that is granted; `headers` come beside the credentials of the audience. */
export interface HonestRequest {
  path: string
  /** The path's parameters beside `:id`. */
  params?: Record<string, string>
  body?: Record<string, unknown>
  headers?: Record<string, string>
}
export type HonestRequests = Readonly<Record<string, HonestRequest>>

/** Makes the records that an honest request of the operation needs, those of their own where the scene says so. */
export async function honestRequest(system: System, operation: Operation): Promise<HonestRequest> {
  const { ids, params, body, headers, query } = SCENES[operation.name]!
  const id = (await ids?.own(system)) ?? ''
  const made = <T>(part: T | ((system: System, id: string) => T | Promise<T>) | undefined) =>
    typeof part === 'function' ? (part as (system: System, id: string) => T | Promise<T>)(system, id) : part
  const parts = { params: await made(params), body: await made(body), headers: await made(headers) }
  const asked = await made(query)
  return {
    path: pathOf(operation, id, parts.params) + (asked ? `?${asked}` : ''),
    ...(parts.params && { params: parts.params }),
    ...(parts.body && { body: parts.body }),
    ...(parts.headers && { headers: parts.headers }),
  }
}

/** One of each operation that has a route, made one after another: all at once, they would be too many for a busy machine. */
export async function honestRequests(system: System): Promise<HonestRequests> {
  const made: Record<string, HonestRequest> = {}
  for (const operation of OFFERED) made[operation.name] = await honestRequest(system, operation)
  return made
}

/** The operation's path with values for its names. @throws Error for a name without one */
export function pathOf({ name, path }: Operation, id: string | undefined, params: Record<string, string> = {}): string {
  const own = SCENES[name]?.params
  const values: Record<string, string | undefined> = { ...(id && { id }), ...(typeof own === 'object' && own), ...params }
  return path!.replaceAll(/:(\w+)/g, (_, key: string) => {
    if (values[key] === undefined) throw new Error(`the scene of ${name} says nothing of :${key}`)
    return values[key]
  })
}

/** An id of the same form that is nobody's. */
export const nobodys = (id: string) => `${id.slice(0, -2)}${id.endsWith('ZZ') ? 'YY' : 'ZZ'}`

/** The path with more behind it. */
export const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`
