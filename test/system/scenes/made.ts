import { randomBytes } from 'node:crypto'
import type { HttpOptions, System } from '../system.ts'

/** A name that nothing else has. */
export const aName = (what: string) => `${what} ${randomBytes(6).toString('hex')}`

/** Makes a record as an actor of the path's audience, and gives the answer's `key`. */
export async function made<T = { id: string }>(
  system: System,
  path: `/${string}`,
  body: object,
  key: string,
  options: HttpOptions = {},
): Promise<T> {
  const answer = await system.http('POST', path, { ...options, body: body as Record<string, unknown> })
  const record = (answer.body as Record<string, T | undefined>)[key]
  if (!record) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return record
}

/** Makes a record and deletes it again. @returns its id */
export const deleting =
  (path: `/${string}`, own: (system: System) => string | Promise<string>, options: HttpOptions = {}) =>
  async (system: System) => {
    const id = await own(system)
    const { status, text } = await system.http('DELETE', `${path}/${id}`, options)
    if (status !== 200) throw new Error(`${path}/${id} was not deleted: ${text}`)
    return [id]
  }
