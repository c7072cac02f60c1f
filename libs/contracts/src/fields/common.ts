import { z } from 'zod'
import { type FreeFormProblem, freeFormProblem, isCleanText, isRecord, listRulesProblem, rulesProblem } from './free-form.ts'
import { instantOf } from './instant.ts'

interface FieldTraits {
  /** Left out (null, or absent when optional) unless the `fields` query parameter names it. */
  asked?: true
  /** A list that must be requested, but is shown empty with the plain values (`*`) of its parent record. */
  blank?: true
  /** An object that `fields` treats as a single value, not as a relation. */
  value?: true
  /** A list that is empty in stored copies of the record: filled if a path names it. */
  lean?: true
  /** A record that is shown with the plain values (`*`) of its parent record: with its own plain values, or whole. */
  along?: 'plain' | 'whole'
}

/** Traits of a field that the `fields` grammar needs to know and a schema's JSON form cannot express. */
export const fieldTraits = z.registry<FieldTraits>()

/**
 * A nested record, or list of records, that is its own ancestor or belongs to another owner: null unless `fields` requests it.
 * Typed loosely, so that records may nest each other; annotate the function of a recursive one as `(): z.ZodType => …`.
 */
export const asked = (schema: () => z.ZodType): z.ZodType<unknown> =>
  z
    .lazy(() => schema().nullable())
    .register(fieldTraits, { asked: true })
    .describe('Null unless requested with `fields`.')

/** An object that is read and selected as a single value. */
function value<S extends z.ZodType>(schema: S): S {
  fieldTraits.add(schema, { value: true })
  return schema
}

// ---- in answers

export const Id = z.string()
/** ISO 8601 date-time in UTC with milliseconds, as from `Date.prototype.toISOString`. */
export const Timestamp = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'must be an ISO 8601 date-time')
  .meta({ format: 'date-time' })
/** Custom key-value pairs; null when none were ever set. */
export const Metadata = z.record(z.string(), z.unknown()).nullable().describe('Custom key-value pairs.')
export type Metadata = z.infer<typeof Metadata>
export const Json = z.record(z.string(), z.unknown())
/** Money, without rounding. */
export const Amount = z.number().describe('In major units of currency_code, unrounded.')
export const Quantity = z.number()
export const CurrencyCode = z.string().describe('Lower-case currency code.')
/** Compared regardless of case, also by the filters of lists. */
export const GivenCurrencyCode = z.string().describe('Currency code as it was given, in any case.')
/** The exact decimal text of a number field, at 20 significant digits. */
export const RawAmount = value(z.object({ value: z.string(), precision: z.number() })).meta({ id: 'RawAmount' })
export type RawAmount = z.infer<typeof RawAmount>

export const timestamps = { created_at: Timestamp, updated_at: Timestamp }
export const softDeletable = {
  ...timestamps,
  deleted_at: Timestamp.nullable().describe('When the record was deleted; null if it is not.'),
}

// ---- in requests

const withoutNegativeZero = (amount: number) => (amount === 0 ? 0 : amount)

/** Text without NUL or lone surrogates, at most `max` characters (default 4096). May be empty. */
export const TextInput = (max = 4096) => z.string().max(max).refine(isCleanText, 'must not contain NUL or lone surrogates')

/** Text of 1 to `max` characters (default 255). */
export const FilledTextInput = (max = 255) => TextInput(max).min(1)

/** A link that clients show: http or https only, so that following it cannot execute anything. Empty or `#`: none. */
export const LinkInput = TextInput().refine((text) => text === '' || text === '#' || /^https?:$/.test(schemeOf(text)), {
  message: 'URL must use http: or https: scheme',
  params: { saysAll: true },
})

const schemeOf = (text: string) => (URL.canParse(text) ? new URL(text).protocol : '')

/** An id in a path or a body: 1 to 100 characters. */
export const IdInput = FilledTextInput(100)

/** Three letters, kept as given. Not checked against a list of currencies: an unused one does no harm. */
export const GivenCurrencyCodeInput = z.string().regex(/^[A-Za-z]{3}$/, 'must be a currency code of three letters')
/** Three letters, converted to lower case. */
export const CurrencyCodeInput = GivenCurrencyCodeInput.toLowerCase()

/** Two letters, kept as given. */
export const GivenCountryCodeInput = z.string().regex(/^[A-Za-z]{2}$/, 'must be a country code of two letters')
/** Two letters, converted to lower case. */
export const CountryCodeInput = GivenCountryCodeInput.toLowerCase()

/**
 * Money from 0 to 2^53, in major units of the currency, with any number of decimals. A total up to 0.0001 is
 * shown as 0.
 */
export const AmountInput = z
  .number()
  .min(0)
  .max(2 ** 53)
  .overwrite(withoutNegativeZero)

/** Money above 0, otherwise like `AmountInput`. */
export const PositiveAmountInput = z
  .number()
  .gt(0)
  .max(2 ** 53)

/** Money in either direction, from -2^53 to 2^53, in major units of the currency. */
export const SignedAmountInput = z
  .number()
  .min(-(2 ** 53))
  .max(2 ** 53)

/** A count from 0 to 2^53 - 1. */
export const QuantityInput = z.int().min(0).overwrite(withoutNegativeZero)

/** A count from 1 to 2^53 - 1. */
export const PositiveQuantityInput = z.int().min(1)

/** A date-time or a date, as accepted by `instantOf`; converted to UTC with milliseconds. */
export const TimestampInput = z
  .string()
  .transform((text, { addIssue }) => {
    const instant = instantOf(text)
    if (instant !== undefined) return instant
    addIssue('must be an ISO 8601 date-time')
    return z.NEVER
  })
  .meta({ anyOf: [{ format: 'date-time' }, { format: 'date' }] })

/** Custom key-value pairs of at most 16 KiB. Refuses arrays, and keys that a document store or a serialiser would interpret. */
export const MetadataInput = freeForm<Record<string, unknown>>(freeFormProblem, { additionalProperties: true })

/** Rules by attribute, each with the single value it requires, such as `{ "customer.groups.id": "cusgroup_…" }`. */
export const RulesInput = freeForm<Record<string, string>>(rulesProblem, { additionalProperties: { type: 'string' } })

/** Rules by attribute, each with the values it allows; a single value counts as a list of one. */
export const ListRulesInput = freeForm<Record<string, string | string[]>>(listRulesProblem, {
  additionalProperties: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
}).transform(
  (rules): Record<string, string[]> =>
    Object.fromEntries(Object.entries(rules).map(([name, allowed]) => [name, typeof allowed === 'string' ? [allowed] : allowed])),
)

/** Most records on a page; a larger `limit` counts as this one. */
const MAX_LIMIT = 9999

const wholeNumber = (digits: RegExp, { fallback, maximum }: { fallback: number; maximum: number }) =>
  z
    .string()
    .transform((text, ctx) => {
      if (digits.test(text)) return Math.min(Number(text), maximum)
      ctx.issues.push({ code: 'invalid_type', expected: 'number', input: text })
      return z.NEVER
    })
    .default(fallback)
    .meta({ type: 'integer', minimum: 0, maximum, default: fallback })

/** The number of records on a page. A limit above 9999 counts as 9999. */
export const limitOf = (fallback: number) =>
  wholeNumber(/^\d{1,16}$/, { fallback, maximum: MAX_LIMIT }).describe(
    `Number of records to return: default ${fallback}, maximum ${MAX_LIMIT}; a larger number is treated as the maximum. 0 returns only the count.`,
  )

/** Query parameters of a list; both are decimal digits as text, converted to numbers. */
export const Page = z.strictObject({
  offset: wholeNumber(/^\d{1,9}$/, { fallback: 0, maximum: 999_999_999 }).describe('Number of records to skip. Default: 0.'),
  limit: limitOf(50),
})
export type Page = z.infer<typeof Page>

/** `true` or `false` as text in a query. */
export const Flag = z
  .string()
  .transform((text, ctx) => {
    if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
    ctx.issues.push({ code: 'invalid_type', expected: 'boolean', input: text })
    return z.NEVER
  })
  .meta({ type: 'boolean' })

/** A boolean, also as text, as sent by forms. */
export const BooleanInput = z
  .preprocess(
    (given) => (typeof given === 'string' && /^(true|false)$/i.test(given) ? given.toLowerCase() === 'true' : given),
    z.boolean(),
  )
  .meta({ type: 'boolean' })

/** The `fields` query parameter; its grammar is in fields.ts. */
export const FieldsQuery = z
  .string()
  .max(10 * 1024)
  .describe(
    'Comma-separated fields to return. `+field` adds to the default fields, `-field` removes one of them, `*relation` adds all values of a relation; a field without a prefix replaces the whole list. Fields that the record does not have are ignored, as expected by clients that support several server versions.',
  )

/** Keys are checked on the input itself: a schema that rebuilds the object would drop `__proto__` instead of refusing it. */
function freeForm<T extends Record<string, unknown>>(
  problemOf: (value: Record<string, unknown>) => FreeFormProblem | undefined,
  schema: Record<string, unknown>,
) {
  return z
    .unknown()
    .transform((input, ctx): T => {
      if (!isRecord(input)) {
        ctx.issues.push({ code: 'invalid_type', expected: 'record', input })
        return z.NEVER
      }
      const problem = problemOf(input)
      if (problem === undefined) return input as T
      ctx.issues.push(
        typeof problem === 'string' ? { code: 'custom', message: problem, input } : { code: 'invalid_type', ...problem },
      )
      return z.NEVER
    })
    .meta({ type: 'object', ...schema })
}
