import { createHash } from 'node:crypto'
import { type AccessEntryName, type AccessValue, accessEntries } from '@souk/contracts'
import type { z } from 'zod'

/** The characters that a bucket's key may hold; ids in other issuers' tokens may hold any. */
const SAFE = /^[\w-]{1,128}$/
const part = (id: string) => (SAFE.test(id) ? id : `=${createHash('sha256').update(id).digest('base64url')}`)

declare const holds: unique symbol
/** The key of an entry in the `access` bucket, typed with the type of its value. */
export type AccessKey<Value> = string & { readonly [holds]: Value }

const names = Object.keys(accessEntries) as AccessEntryName[]

/** Makes the keys of entries in the `access` bucket from the ids that they are about. */
export const accessKeys = Object.fromEntries(
  names.map((name) => [name, (id: string) => `${accessEntries[name].kind}.${part(id)}`]),
) as { readonly [Name in AccessEntryName]: (id: string) => AccessKey<AccessValue<Name>> }

/** The prefix of the keys of public signing keys. */
export const SIGNING_KEYS = `${accessEntries.signingKey.kind}.`

const values = new Map<string, z.ZodType>(Object.values(accessEntries).map(({ kind, value }) => [kind, value]))

/**
 * The value of an entry, checked by its contract; entries of an unknown kind may hold anything.
 * @throws ZodError if the value violates the contract
 */
export function accessValue(key: string, value: unknown): unknown {
  const schema = values.get(key.slice(0, Math.max(key.indexOf('.'), 0)))
  return schema ? schema.parse(value) : value
}
