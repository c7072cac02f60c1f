import type { Metadata } from '../fields/common.ts'

/** The metadata with the change's keys in the place of its own; an empty text removes its key, null removes everything. */
export function mergeMetadata(metadata: Metadata, change: Metadata): Metadata {
  if (change === null) return null
  const all = Object.entries({ ...metadata, ...change })
  return Object.fromEntries(all.filter(([key]) => change[key] !== ''))
}
