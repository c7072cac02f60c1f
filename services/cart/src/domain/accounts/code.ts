import { createHash } from 'node:crypto'

/** Without 0, O, 1 and I, which are easily confused. There are 32, so that `byte % 32` is uniform. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** How many random bytes a code takes: 80 bits, which cannot be guessed. */
export const CODE_BYTES = 16

/** `GIFT-XXXX-XXXX-XXXX-XXXX`. @param bytes random */
export function codeOf(prefix: 'GIFT' | 'SC', bytes: Uint8Array): string {
  const letters = Array.from(bytes.subarray(0, CODE_BYTES), (byte) => LETTERS[byte % LETTERS.length]).join('')
  return [prefix, ...letters.match(/.{4}/g)!].join('-')
}

/**
 * The code of an account that a request creates: the same for each attempt.
 * @param op the random bytes of its op-id, which cannot be derived from the code
 */
export const accountCodeOf = (op: Uint8Array): string => codeOf('SC', createHash('sha256').update(op).update('account').digest())
