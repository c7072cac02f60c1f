import { createHash } from 'node:crypto'

/** Nobody takes one for another: there is no 0, O, 1 and I. 32 of them, so that each byte chooses fairly. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** How many random bytes a code takes: 80 bits that nobody guesses. */
export const CODE_BYTES = 16

/** `GIFT-XXXX-XXXX-XXXX-XXXX`. @param bytes random ones */
export function codeOf(prefix: 'GIFT' | 'SC', bytes: Uint8Array): string {
  const letters = Array.from(bytes.subarray(0, CODE_BYTES), (byte) => LETTERS[byte % LETTERS.length]).join('')
  return [prefix, ...letters.match(/.{4}/g)!].join('-')
}

/**
 * The code of an account that a request makes: always the same. @param op the random bytes of its op-id, which the code does not
 * tell
 */
export const accountCodeOf = (op: Uint8Array): string => codeOf('SC', createHash('sha256').update(op).update('account').digest())
