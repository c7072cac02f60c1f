import { createHash } from 'node:crypto'
import { randomHex } from './random-hex.ts'

/** Identifies one HTTP request across all its attempts: random and secret, minted by the gateway, never taken from a client. */
export interface OpId {
  /** Its text in messages: `<time base36>-<32 hex digits>`. */
  text: string
  /** The 128 random bits, as `recent_ops` holds them. */
  bytes: Buffer
  /** Epoch ms at which it was minted. */
  at: number
}

/** Makes new ids with a prefix; the same op-id leads to the same sequence. */
export type NewId = (prefix: string) => string

const PATTERN = /^([0-9a-z]{1,9})-([0-9a-f]{32})$/
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The text of a new op-id, with 128 random bits. @param now epoch ms, which derived ids contain */
export const mintOpId = (now: number) => `${now.toString(36)}-${randomHex(16)}`

/** @returns undefined if the text is not an op-id */
export function parseOpId(text: string): OpId | undefined {
  const match = PATTERN.exec(text)
  return match ? { text, bytes: Buffer.from(match[2]!, 'hex'), at: Number.parseInt(match[1]!, 36) } : undefined
}

/** An op-id for work without a request (such as a step of a sweep); the same parts lead to the same op-id. */
export function derivedOpId(now: number, ...parts: string[]): OpId {
  const bytes = createHash('sha256').update(parts.join('\0')).digest().subarray(0, 16)
  return { text: `${now.toString(36)}-${bytes.toString('hex')}`, bytes, at: now }
}

/**
 * Ids derived from an op-id, so that a repeated creation finds its own `_id`. They have the form of ULIDs with the op-id's time,
 * except that a cart's id, which grants access, has 131 random bits and no time.
 */
export function idsFrom(op: OpId): NewId {
  const counts = new Map<string, number>()
  return (prefix) => {
    const n = counts.get(prefix) ?? 0
    counts.set(prefix, n + 1)
    const hash = createHash('sha256').update(`${op.text}\0${prefix}\0${n}`).digest()
    return prefix === 'cart' ? `cart_${base62(hash)}` : `${prefix}_${time(op.at)}${base32(hash)}`
  }
}

/** An id derived from another text by a one-way hash. */
export const hashedId = (prefix: string, from: string): string =>
  `${prefix}_${createHash('sha256').update(from).digest('hex').slice(0, 26).toUpperCase()}`

/** 22 base62 digits: 131 bits. */
function base62(hash: Buffer): string {
  let value = BigInt(`0x${hash.toString('hex')}`)
  let text = ''
  for (let i = 0; i < 22; i++) {
    text += BASE62[Number(value % 62n)]
    value /= 62n
  }
  return text
}

function time(at: number): string {
  let text = ''
  for (let i = 0, rest = at; i < 10; i++, rest = Math.floor(rest / 32)) text = CROCKFORD[rest % 32] + text
  return text
}

/** The first 80 bits as 16 Crockford digits. */
function base32(hash: Buffer): string {
  let text = ''
  for (let i = 0; i < 16; i++) {
    const bit = i * 5
    const pair = (hash[bit >> 3]! << 8) | hash[(bit >> 3) + 1]!
    text += CROCKFORD[(pair >> (11 - (bit & 7))) & 31]
  }
  return text
}
