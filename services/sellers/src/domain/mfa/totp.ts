import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
/** How many steps a telephone's clock may be wrong, in either direction. */
const TOLERANCE = 1

/** The number of the time step, in which one code is shown. @param at epoch ms */
export const stepAt = (at: number) => Math.floor(at / STEP_MS)

/** The code of RFC 6238 (HMAC-SHA-1, six digits) in a time step. */
export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE(mac[mac.length - 1]! & 15) & 0x7f_ff_ff_ff
  return `${number % 10 ** DIGITS}`.padStart(DIGITS, '0')
}

/**
 * The latest time step around `at` (epoch ms) whose code this is; undefined if there is none. Spaces are ignored. It takes as
 * long for wrong codes as for right ones.
 */
export function stepOf(code: string, secret: Uint8Array, at: number): number | undefined {
  const given = Buffer.from(code.replace(/\s/g, ''))
  const steps = Array.from({ length: 2 * TOLERANCE + 1 }, (_, index) => stepAt(at) - TOLERANCE + index)
  const matching = steps.filter((step) => isSame(given, Buffer.from(codeOf(secret, Math.max(0, step)))))
  return matching.at(-1)
}

const isSame = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)
