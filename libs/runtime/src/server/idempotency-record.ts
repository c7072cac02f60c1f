import { createHash } from 'node:crypto'
import { type Actor, invalidData, isUnnamed, type Operation, scopeOf } from '@souk/contracts'
import type { ReceivedEnvelope } from '../bus/envelope.ts'

/** The record of a request that carried an Idempotency-Key. */
export interface IdempotencyRecord {
  /** Hash of scope and key. */
  _id: string
  /** Hash of everything that makes two requests the same one, but for a body that holds credentials. */
  fingerprint: string
  /** The op-id under which every run of this request happens. */
  op_id: string
  /** The HTTP request whose run it is at present. */
  http_id: string
  /** Counts the runs: only the last replica that took over may end the lease. */
  runs: number
  lease_until: Date
  /** MongoDB removes the record 24 h after this. */
  created_at: Date
  /** Absent while no run has finished. */
  answer?: KeptReply
}

export interface KeptReply {
  status: number
  etag?: string
  /** Absent when the answer must not be kept, is too long to be, or its client had much kept lately. */
  body?: Buffer
}

/** Longer bodies are made anew from the state instead. */
export const MAX_KEPT_BYTES = 64 * 1024

/** Nobody guesses a random key of this length, so nobody waits for the answers of a stranger. */
const MIN_UNNAMED_KEY = 16

/**
 * @throws invalid_data unless the key is 1 to 255 printable ASCII characters, at least 16 where only the key tells clients
 * apart
 */
export function assertIdempotencyKey(operation: Operation, { idempotency_key = '', actor }: ReceivedEnvelope) {
  if (!/^[\x20-\x7e]{1,255}$/.test(idempotency_key))
    throw invalidData('Idempotency-Key must be 1 to 255 printable ASCII characters', { code: 'idempotency_key_invalid' })
  if (idempotency_key.length < MIN_UNNAMED_KEY && isUnnamed(actor) && !namesResource(operation, actor))
    throw invalidData(`Idempotency-Key of a guest must be random and have at least ${MIN_UNNAMED_KEY} characters`, {
      code: 'idempotency_key_invalid',
    })
}

/**
 * One key of one client, within this service. A guest is told from others by the record that the path names, whose id only its
 * holders know; a guest who creates one, and who has no account yet, by the network that the request came from.
 */
export function recordId(operation: Operation, { actor, params, client, idempotency_key }: ReceivedEnvelope): string {
  if (!isUnnamed(actor)) return sha256(JSON.stringify([scopeOf(actor), idempotency_key]))
  const own = namesResource(operation, actor) ? resourceOf(operation, params) : `client ${client ?? ''}`
  return sha256(JSON.stringify([scopeOf(actor), own, idempotency_key]))
}

const FIRST_PARAM = /^[^:]*:(\w+)/

const namesResource = ({ path }: Operation, actor: Actor) => actor.type === 'storefront' && FIRST_PARAM.test(path ?? '')

/** `/store/carts/cart_1`, for every operation on that cart. */
const resourceOf = ({ path }: Operation, params: ReceivedEnvelope['params']) =>
  FIRST_PARAM.exec(path ?? '')![0].replace(/:(\w+)$/, (_, name: string) => params[name] ?? '')

/**
 * Equal for requests of equal method, path, query (in any order) and body bytes. A body that holds credentials gets no digest: a
 * reader of the record could try passwords against it, faster than the slow hash of passwords allows.
 */
export function fingerprintOf(
  { method, path, secret }: Operation,
  { params, query }: Pick<ReceivedEnvelope, 'params' | 'query'>,
  data: Uint8Array,
): string {
  const sorted = (pairs: string[]) => pairs.filter((pair) => pair !== '').sort()
  const named = Object.entries(params).map((entry) => JSON.stringify(entry))
  const request = JSON.stringify([method, path, sorted(named), sorted(query.split('&'))])
  return secret ? sha256(request) : sha256(request, data)
}

function sha256(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('base64url')
}
