import type { Metadata } from '../fields/common.ts'

type Keyed = Record<string, unknown>

/** The metadata with the change laid over it, nested objects alike; an empty text removes its key, null removes everything. */
export function mergeMetadata(metadata: Metadata, change: Metadata): Metadata {
  return change === null ? null : merged(metadata ?? {}, change)
}

function merged(metadata: Keyed, change: Keyed): Keyed {
  const kept = Object.entries(metadata).filter(([key]) => !Object.hasOwn(change, key))
  const changed = Object.entries(change)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => [key, isKeyed(value) ? merged(keyedOrEmpty(metadata[key]), value) : value] as const)
  return Object.fromEntries([...kept, ...changed])
}

const isKeyed = (value: unknown): value is Keyed => typeof value === 'object' && value !== null && !Array.isArray(value)
const keyedOrEmpty = (value: unknown): Keyed => (isKeyed(value) ? value : {})
