import { z } from 'zod'
import { AmountInput } from './common.ts'
import { INEXACT_NUMBER, isExactNumber } from './exact-numbers.ts'
import { isRecord } from './free-form.ts'

const DECIMAL = /^\d{1,40}(\.\d{1,40})?$/

/**
 * Money as `AmountInput`, or as decimal text, or as `{ value }` with one, as in the types of Medusa's clients; converted to a
 * number. Refused if the conversion would not be exact.
 */
export const BigNumberInput = z
  .preprocess((given, { addIssue }) => {
    const value = isRecord(given) ? given.value : given
    if (typeof value !== 'string' || !DECIMAL.test(value)) return value
    if (isExactNumber(value)) return Number(value)
    addIssue(`must not be ${INEXACT_NUMBER}`)
    return z.NEVER
  }, AmountInput)
  .meta({
    anyOf: [
      { type: 'number', minimum: 0, maximum: 2 ** 53 },
      { type: 'string', pattern: DECIMAL.source },
      { type: 'object', properties: { value: { type: 'string', pattern: DECIMAL.source } }, required: ['value'] },
    ],
  })
