import { randomBytes } from 'node:crypto'
import { CODE_BYTES, codeOf } from '../domain/accounts/code.ts'

/** A new random code, which cannot be guessed. */
const newCode = (prefix: 'GIFT' | 'SC') => codeOf(prefix, randomBytes(CODE_BYTES))

/** Codes for a new card and its account. */
export const newCodes = () => ({ code: newCode('GIFT'), account_code: newCode('SC') })
