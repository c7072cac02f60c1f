import type { Metadata } from '../fields/common.ts'
import { outgrows } from '../fields/json-bytes.ts'
import { invalidData } from './errors.ts'

/** Most bytes of a record's metadata as JSON, however many requests add to it; one request may bring 16 KiB. */
export const MAX_METADATA_BYTES = 64 * 1024

/**
 * The metadata with the change merged in: its keys replace those there; an empty text removes its key, null removes everything.
 * @throws invalid_data if it would outgrow its limit
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

/** Metadata that replaces a record's: an empty text only says that its key is gone, as it does where metadata is merged. */
export const replacingMetadata = (metadata: Metadata): Metadata =>
  metadata && Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== ''))
