import type { Metadata } from '../fields/common.ts'
import { outgrows } from '../fields/json-bytes.ts'
import { invalidData } from './errors.ts'

/** Bound of a record's metadata as JSON, however many requests add to it; one request brings 16 KiB at the most. */
export const MAX_METADATA_BYTES = 64 * 1024

/**
 * The metadata with the change's keys in the place of its own; an empty text removes its key, null removes everything.
 * @throws invalid_data when it would grow beyond its bound
 */
export function mergeMetadata(metadata: Metadata, change: Metadata): Metadata {
  if (change === null) return null
  const all = Object.entries({ ...metadata, ...change })
  const merged = Object.fromEntries(all.filter(([key]) => change[key] !== ''))
  if (outgrows(merged, metadata, MAX_METADATA_BYTES)) {
    const message = `Field 'metadata': must not be larger than ${MAX_METADATA_BYTES} bytes as JSON, with what is there already`
    throw invalidData(`Invalid request: ${message}`, { errors: [{ path: ['metadata'], code: 'too_big', message }] })
  }
  return merged
}
