import { isDeepStrictEqual } from 'node:util'
import { type Metadata, mergeMetadata } from '@souk/contracts'

/** Makes the next record from the present one; returns the same object if nothing changes. Pure. */
export type Change<T> = (record: T) => T

type Patch<T> = { readonly [Name in keyof T]?: T[Name] | undefined }

/**
 * The change that a request's body asks for: absent fields stay, null empties a field, `metadata` is merged as the peers do. A
 * patch without effect returns the same record.
 */
export const patch =
  <T extends object>(body: NoInfer<Patch<T>>): Change<T> =>
  (record) => {
    const present = record as Readonly<Record<string, unknown>>
    const changed = Object.entries(body)
      .filter(([, value]) => value !== undefined)
      .map(
        ([name, value]) =>
          [name, name === 'metadata' ? mergeMetadata(present[name] as Metadata, value as Metadata) : value] as const,
      )
      .filter(([name, value]) => !isDeepStrictEqual(value, present[name]))
    return changed.length === 0 ? record : { ...record, ...Object.fromEntries(changed) }
  }
