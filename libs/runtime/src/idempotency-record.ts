import { createHash } from 'node:crypto'
import { invalidData, type Operation, scopeOf } from '@souk/contracts'
import type { ReceivedEnvelope } from './envelope.ts'

/** What is kept of a request that carried an Idempotency-Key. */
export interface IdempotencyRecord {
  /** Hash of scope and key. */
  _id: string
  /** Hash of everything that makes two requests the same one. */
  fingerprint: string
  /** The op-id under which every run of this request happens. */
  op_id: string
  /** The HTTP request whose run it is at present. */
  http_id: string
  /** Counts the runs: whoever took over last may end the lease. */
  runs: number
  lease_until: Date
  /** MongoDB removes the record 24 h after this. */
  created_at: Date
  /** Absent while no run has finished. */
  answer?: KeptAnswer
}

export interface KeptAnswer {
  status: number
  etag?: string
  /** Absent when the answer must not be kept, or is too long to be. */
  body?: Buffer
}

/** Longer bodies are made anew from the state instead. */
export const MAX_KEPT_BYTES = 256 * 1024

/** @throws invalid_data unless the key is 1 to 255 printable ASCII characters */
export function assertIdempotencyKey(key: string) {
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return
  throw invalidData('Idempotency-Key must be 1 to 255 printable ASCII characters', { code: 'idempotency_key_invalid' })
}

/** One key of one actor, within this service. */
export const recordId = ({ actor, idempotency_key }: ReceivedEnvelope) =>
  sha256(JSON.stringify([scopeOf(actor), idempotency_key]))

/** Equal for requests of equal method, path, query (in any order) and body bytes. */
export function fingerprintOf({ method, path }: Operation, { params, query }: ReceivedEnvelope, data: Uint8Array): string {
  const sorted = (pairs: string[]) => pairs.filter((pair) => pair !== '').sort()
  const named = Object.entries(params).map((entry) => JSON.stringify(entry))
  return sha256(JSON.stringify([method, path, sorted(named), sorted(query.split('&'))]), data)
}

function sha256(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('base64url')
}
