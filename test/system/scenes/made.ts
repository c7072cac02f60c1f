import { randomBytes } from 'node:crypto'
import type { System } from '../system.ts'

/** A name that nothing else has. */
export const aName = (what: string) => `${what} ${randomBytes(6).toString('hex')}`

/** Makes a record as an administrator does, and gives what the answer holds under `key`. */
export async function made<T = { id: string }>(system: System, path: `/${string}`, body: object, key: string): Promise<T> {
  const answer = await system.http('POST', path, { body: body as Record<string, unknown> })
  const record = (answer.body as Record<string, T | undefined>)[key]
  if (!record) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return record
}
