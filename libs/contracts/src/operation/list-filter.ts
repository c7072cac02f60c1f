import { z } from 'zod'
import { isCleanText } from '../fields/free-form.ts'
import { instantOf } from '../fields/instant.ts'
import { likeOfExpression } from './like-of-expression.ts'
import { operatorsOfJson } from './operators-of-json.ts'
import { spellingsOf } from './spellings.ts'

export type FilterValue = string | number | boolean | null

/**
 * One comparison of one field, with values that were validated for the field's kind. `null` also matches a missing field.
 */
export type Comparison =
  | { field: string; operator: 'in' | 'nin'; value: readonly FilterValue[] }
  | { field: string; operator: 'gt' | 'gte' | 'lt' | 'lte'; value: string | number }
  | { field: string; operator: 'like' | 'ilike'; value: string }
  | { field: string; operator: 'exists'; value: boolean }

/** A comparison, or alternatives of which one must hold, with all of its terms. */
export type FilterTerm = Comparison | { any: readonly (readonly FilterTerm[])[] }

/** The kind of a field's values, which decides the operators and values that a filter may use. */
export interface FilterKind {
  kind: 'id' | 'link' | 'text' | 'choice' | 'number' | 'boolean' | 'date' | 'value'
  /** The values of a choice. */
  choices?: readonly string[]
  /** Whether the text `null` asks for records without a value. */
  nullable: boolean
  /** The values are ids of linked records: `groups[id]=a` asks for the same as `groups=a`. */
  linked?: true
  /** Currency codes, which are compared regardless of case where equality is asked for. */
  anyCase?: true
  /** Fields of the linked records by whose values they may be named instead: `groups[name]=a` is a term of `groups.name`. */
  namedBy?: readonly string[]
  /** The values are stored in lower case, and found in any. */
  lowerCase?: true
}

type Issue = { code: 'custom'; message: string } | { code: 'invalid_type'; expected: 'string' | 'number' | 'boolean' | 'date' }
interface Context {
  issues: unknown[]
}

const MAX_TEXT = 1000
const IDENTICAL = ['$eq', '$ne', '$in', '$nin']
const EQUAL = [...IDENTICAL, '$exists']
const ORDERED = ['$gt', '$gte', '$lt', '$lte']
const OPERATORS: Record<FilterKind['kind'], readonly string[]> = {
  id: [...EQUAL, ...ORDERED],
  link: IDENTICAL,
  text: [...EQUAL, ...ORDERED, '$like', '$ilike', '$re'],
  choice: EQUAL,
  number: [...EQUAL, ...ORDERED],
  boolean: EQUAL,
  date: [...EQUAL, ...ORDERED],
  value: ['$eq', '$in'],
}

/** Operators of Medusa 1: its clients also send them to Medusa 2, where they have no effect. */
const FORMER: ReadonlySet<string> = new Set(['contains', 'starts_with', 'ends_with'])

/**
 * The schema of one filter as it comes from the query string: a value, several values, or an object of operators, which for
 * dates may be JSON. It is turned into comparisons with values of the field's kind, so that a client's text is never taken for an
 * operator.
 */
export function filterOf(field: string, kind: FilterKind) {
  return z
    .unknown()
    .transform((given, ctx) => comparisonsOf({ field, kind, path: [], ctx }, given))
    .meta(parameterOf(field, kind))
}

/** The place of a value in a filter, and the kind that it must have. */
interface At {
  field: string
  kind: FilterKind
  path: readonly PropertyKey[]
  ctx: Context
}

type Operators = Readonly<Record<string, unknown>>
const isPlain = (input: unknown): input is Operators => typeof input === 'object' && input !== null && !Array.isArray(input)

function comparisonsOf(at: At, given: unknown): Comparison[] {
  const isJson = at.kind.kind === 'date' && typeof given === 'string' && given.length <= MAX_TEXT
  const input = (isJson ? operatorsOfJson(given) : undefined) ?? given
  return isPlain(input) ? byOperators(at, input) : [oneOf('in', at, input)]
}

const byOperators = (at: At, operators: Operators): Comparison[] =>
  Object.entries(operators).flatMap(([operator, operand]) =>
    byOperator(operator, { ...at, path: [...at.path, operator] }, operand),
  )

function byOperator(operator: string, at: At, operand: unknown): Comparison[] {
  const { field, kind } = at
  const { namedBy = [] } = kind
  if (kind.linked && !operator.startsWith('$')) {
    if (operator === 'id' && at.path.length === 1) return comparisonsOf(at, operand)
    if (namedBy.includes(operator) && at.path.length === 1)
      return comparisonsOf({ ...at, field: `${field}.${operator}`, kind: ONLY_VALUE }, operand)
    report(at, operand, {
      code: 'custom',
      message: `Only ${['id', ...namedBy].map((name) => `'${name}'`).join(', ')} of ${field} can be asked for, not '${shortened(operator)}'`,
    })
    return []
  }
  if (kind.kind === 'text' && FORMER.has(operator)) return []
  if (!OPERATORS[kind.kind].includes(operator)) {
    const allowed = OPERATORS[kind.kind].join(', ')
    report(at, operand, { code: 'custom', message: `Operator '${shortened(operator)}' is not one of ${allowed}` })
    return []
  }
  switch (operator) {
    case '$eq':
    case '$in':
      return [oneOf('in', at, operand)]
    case '$ne':
    case '$nin':
      return [oneOf('nin', at, operand)]
    case '$exists':
      return [{ field, operator: 'exists', value: single({ ...at, kind: ONLY_BOOLEAN }, operand) as boolean }]
    case '$like':
    case '$ilike':
      return [{ field, operator: operator.slice(1) as 'like', value: single({ ...at, kind: onlyText(kind) }, operand) as string }]
    case '$re': {
      const pattern = single({ ...at, kind: onlyText(kind) }, operand)
      const value = typeof pattern === 'string' ? likeOfExpression(pattern) : ''
      if (value === undefined) report(at, operand, { code: 'custom', message: NO_SIMPLE_EXPRESSION })
      return [{ field, operator: 'like', value: value ?? '' }]
    }
    default: {
      const value = single({ ...at, kind: { ...kind, nullable: false } }, operand) as string
      return [{ field, operator: operator.slice(1) as 'gt', value }]
    }
  }
}

const NO_SIMPLE_EXPRESSION = 'must be text with ., .*, ^ and $ at the most; \\ takes the character after it as it is'
const onlyText = ({ lowerCase }: FilterKind): FilterKind => ({
  kind: 'text',
  nullable: false,
  ...(lowerCase && { lowerCase }),
})
const ONLY_VALUE: FilterKind = { kind: 'value', nullable: false }
const ONLY_BOOLEAN: FilterKind = { kind: 'boolean', nullable: false }

function oneOf(operator: 'in' | 'nin', at: At, input: unknown): Comparison {
  const given = Array.isArray(input)
    ? listed(at.kind, input).map((entry, index) => single({ ...at, path: [...at.path, index] }, entry))
    : [single(at, input)]
  return { field: at.field, operator, value: at.kind.anyCase ? inAnyCase(given) : given }
}

const inAnyCase = (given: readonly FilterValue[]): readonly FilterValue[] => [...new Set(given.flatMap(spelled))]
const spelled = (value: FilterValue): readonly FilterValue[] => (typeof value === 'string' ? spellingsOf(value) : [value])

/** As with the peers, a single entry may hold several values separated by commas, unless a comma may be part of a value. */
const listed = ({ kind }: FilterKind, input: readonly unknown[]): readonly unknown[] =>
  input.length === 1 && typeof input[0] === 'string' && kind !== 'text' && kind !== 'value' ? input[0].split(',') : input

function single(at: At, input: unknown): FilterValue {
  const { kind } = at
  if (typeof input !== 'string') return report(at, input, { code: 'invalid_type', expected: 'string' })
  if (kind.nullable && input === 'null') return null
  if (input.length > MAX_TEXT || !isCleanText(input)) {
    const message = `must be text of at most ${MAX_TEXT} characters without NUL and lone surrogates`
    return report(at, input, { code: 'custom', message })
  }
  return PARSE[kind.kind](input, kind, (issue) => report(at, input, issue))
}

type Refuse = (issue: Issue | { code: 'invalid_value'; values: readonly string[] }) => FilterValue

const PARSE: Record<FilterKind['kind'], (text: string, kind: FilterKind, refuse: Refuse) => FilterValue> = {
  id: (text) => text,
  link: (text) => text,
  text: (text, { lowerCase }) => (lowerCase ? text.toLowerCase() : text),
  value: (text) => text,
  choice: (text, { choices = [] }, refuse) =>
    choices.includes(text) ? text : refuse({ code: 'invalid_value', values: choices }),
  number: (text, _, refuse) =>
    /^-?\d{1,15}(\.\d{1,20})?$/.test(text) ? Number(text) : refuse({ code: 'invalid_type', expected: 'number' }),
  boolean: (text, _, refuse) =>
    /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : refuse({ code: 'invalid_type', expected: 'boolean' }),
  date: (text, _, refuse) => instantOf(text) ?? refuse({ code: 'custom', message: 'must be an ISO 8601 date-time' }),
}

function report({ path, ctx }: At, input: unknown, issue: Parameters<Refuse>[0]): null {
  ctx.issues.push({ ...issue, input, path: [...path] })
  return null
}

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

const NULL = ' `null` matches records without one.'
const ANY_CASE = ' `$eq`, `$ne`, `$in` and `$nin` ignore case.'
const VALUE_SCHEMAS: Record<FilterKind['kind'], Record<string, unknown>> = {
  id: { type: 'string' },
  link: { type: 'string' },
  text: { type: 'string' },
  value: { type: 'string' },
  choice: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date-time' },
}

/**
 * How the reference shows a filter: ranges as an object of operators, everything else as a list of values. Every filter accepts
 * all forms.
 */
function parameterOf(field: string, { kind, choices, nullable, anyCase, namedBy = [] }: FilterKind) {
  const operators = OPERATORS[kind]
  const value = { ...VALUE_SCHEMAS[kind], ...(choices && { enum: [...choices] }) }
  const isRange = kind === 'number' || kind === 'date'
  const example = isRange ? `${field}[$gte]=` : kind === 'value' ? `${field}[$in][]=` : `${field}[$ne]=`
  const named = namedBy.map((name) => ` \`${field}[${name}]=\` asks for the same by ${name}.`).join('')
  const notes = `${nullable ? NULL : ''}${anyCase ? ANY_CASE : ''}${named}`
  const description = `Only records with this ${field}, or with one of several values; with an operator, as in \`${example}\`: ${operators.join(', ')}.${notes}`
  const properties = Object.fromEntries(ORDERED.map((operator) => [operator, value]))
  const shape = isRange ? { type: 'object', properties } : { type: 'array', items: value }
  if (field.includes('.')) return { ...shape, description } // the parameter is the record around it
  return { ...shape, description, style: isRange ? 'deepObject' : 'form', explode: true }
}
