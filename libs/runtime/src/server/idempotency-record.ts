import { createHash } from 'node:crypto'
import { type Actor, invalidData, isUnnamed, type Operation, scopeOf } from '@souk/contracts'
import type { ReceivedEnvelope } from '../bus/envelope.ts'

/** The record of a request that carried an Idempotency-Key. */
export interface IdempotencyRecord {
  /** Hash of scope and key. */
  _id: string
  /** Hash of everything that makes two requests the same, except a body that holds credentials. */
  fingerprint: string
  /** The op-id of every run of this request, until it is refused for now. */
  op_id: string
  /** The op-id is refused for good, and the client may send the request again: it gets another op-id then. */
  is_refused?: true
  /** The HTTP request that is running it at present. */
  http_id: string
  /** Counts the runs: only the last replica that took over may end the lease. */
  runs: number
  lease_until: Date
  /** When its answer was kept, or until then its latest run began: MongoDB removes the record 24 h after this. */
  created_at: Date
  /** Absent while no run has finished. */
  answer?: KeptReply
}

export interface KeptReply {
  status: number
  etag?: string
  /** Absent if the answer must not be kept, is too long, or its client has used up its budget. */
  body?: Buffer
}

/** Longer bodies are made again from the state. */
export const MAX_KEPT_BYTES = 64 * 1024

/** A random key of this length cannot be guessed, so nobody can get a stranger's answer. */
const MIN_UNNAMED_KEY = 16

/**
 * @throws invalid_data unless the key is 1 to 255 printable ASCII characters, and at least 16 if only the key tells clients apart
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
 * Identifies one key of one client within this service. A guest is identified by the record that the path names, whose id only
 * its holders know; a guest who creates a record, or who has no account yet, by the network that the request came from.
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
 * Equal for requests with the same method, path, query (in any order) and body bytes. A body that holds credentials is left out:
 * with its digest, a reader of the record could try passwords faster than the slow password hash allows.
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
