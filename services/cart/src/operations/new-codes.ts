import { randomBytes } from 'node:crypto'
import { CODE_BYTES, codeOf } from '../domain/accounts/code.ts'

/** A code that nobody guesses, another one each time. */
const newCode = (prefix: 'GIFT' | 'SC') => codeOf(prefix, randomBytes(CODE_BYTES))

/** The codes of a new card and of its account. */
export const newCodes = () => ({ code: newCode('GIFT'), account_code: newCode('SC') })
