import { z } from 'zod'
import { invalidData, type Problem } from './errors.ts'
import { accessOf, type Operation } from './operation.ts'

type Issue = z.core.$ZodIssue
type Part = 'query' | 'params' | 'body'

/** The input and its operation, which determine how much of the input a message may quote. */
interface Asked {
  input: unknown
  operation: Pick<Operation, 'path' | 'secret' | 'query' | 'params' | 'body'>
  part: Part
  /**
   * Whether the message has the peers' words, who look into objects, but not into arrays: what is inside counts as missing.
   * Default: for bodies, unless they were sent to `/vendor`.
   */
  inTheirWords?: boolean
}

/**
 * Turns the issues of a schema into the peers' wording: at most three sentences in schema order, joined by "; ", while `errors`
 * holds all of them, and says what is wrong with values inside of arrays, where the peers call them missing. Nested paths are
 * joined with ", "; unknown keys of a body are named without their path. A type error ends with the received value; in a body
 * sent to `/vendor`, or to an operation that is given secrets, with its type. One of the wrong choice ends with the value for
 * `/vendor`, too.
 */
export function invalidRequest(issues: readonly Issue[], asked: Asked) {
  const reported = issues.filter(isNoConsequence)
  const { inTheirWords = asked.part === 'body' && !isOfVendor(asked) } = asked
  const message = reported
    .slice(0, 3)
    .map((issue) => problemOf(issue, { ...asked, inTheirWords }).message)
    .join('; ')
  return invalidData(`Invalid request: ${message}`, {
    errors: reported.map((issue) => problemOf(issue, { ...asked, inTheirWords: false })),
  })
}

/** The length of a value is checked even if its type is wrong: that second issue is redundant. */
const isNoConsequence = (issue: Issue, at: number, issues: readonly Issue[]) =>
  !issues.slice(0, at).some(({ code, path }) => code === 'invalid_type' && isSamePath(path, issue.path))

const isSamePath = (a: readonly PropertyKey[], b: readonly PropertyKey[]) =>
  a.length === b.length && a.every((segment, index) => segment === b[index])

function problemOf(issue: Issue, asked: Asked): Problem {
  const path = stepsOf(issue)
  return { path, code: issue.code ?? 'invalid', message: sentence(issue, path, asked) }
}

const stepsOf = ({ path }: Issue) => path.map((segment) => (typeof segment === 'symbol' ? String(segment) : segment))

function sentence(issue: Issue, path: (string | number)[], asked: Asked): string {
  const field = path.join(', ')
  const received = valueAt(asked, path)
  const isDiscreet = path.length === 0 || quotesNothing(asked)
  switch (issue.code) {
    case 'unrecognized_keys':
      return `Unrecognized fields: '${unknownKeys(issue.keys, path, asked).join(', ')}'${meant(issue.keys, path, asked)}`
    case 'invalid_type':
      if (received === undefined) return `Field '${field}' is required`
      return `Expected type: '${typeName(issue.expected, asked)}' for field '${field}', got: '${shown(received, isDiscreet && !saysNothing(received, asked))}'`
    case 'invalid_value':
      if (received === undefined) return `Field '${field}' is required`
      return `Expected: '${issue.values.map(String).join(', ')}' for field '${field}', but got: '${shown(received, path.length === 0 || holdsSecrets(asked))}'`
    case 'invalid_union':
      return ofNoKind(issue, path, asked)
    case 'too_small':
      return `Value for field '${field}' too small, expected at least: '${issue.minimum}'`
    case 'too_big':
      return `Value for field '${field}' too big, expected at most: '${issue.maximum}'`
    case 'custom':
      return field === '' || issue.params?.saysAll ? issue.message : `Field '${field}': ${issue.message}`
    case 'invalid_format':
      return field === '' || issue.format === 'email' ? issue.message : `Field '${field}': ${issue.message}`
    default:
      return field === '' ? issue.message : `Field '${field}': ${issue.message}`
  }
}

const unknownKeys = (keys: readonly string[], path: readonly (string | number)[], { part }: Asked) =>
  part === 'body' ? keys : keys.map((key) => [...path, key].join(', '))

/** For a union, as the peers word it: the expected types, else our own rule, else the field that the first kind lacks. */
function ofNoKind(
  { errors, message }: Extract<Issue, { code: 'invalid_union' }>,
  path: (string | number)[],
  asked: Asked,
): string {
  const issues = errors.flat().map((one) => ({ ...one, path: [...path, ...stepsOf(one)] }))
  const isThere = (one: { path: (string | number)[] }) => valueAt(asked, one.path) !== undefined
  const types = issues.filter((one) => one.code === 'invalid_type')
  const expected = types.filter(isThere).map((one) => one.expected)
  const [first] = types
  if (first && expected.length > 0) {
    const received = shown(valueAt(asked, first.path), first.path.length === 0 || quotesNothing(asked))
    return `Expected type: '${expected.join(', ')}' for field '${first.path.join(', ')}', got: '${received}'`
  }
  const own = issues.find((one) => one.code === 'custom')
  if (own) return `Field '${own.path.join(', ')}': ${own.message}`
  const missing = issues.find((one) => (one.code === 'invalid_type' || one.code === 'invalid_value') && !isThere(one))
  return missing ? `Field '${missing.path.join(', ')}' is required` : message
}

/** The names that were probably meant: with a letter missing, wrong, added, or swapped with the next one. */
function meant(keys: readonly string[], path: readonly unknown[], { operation, part }: Asked): string {
  const known = path.length > 0 ? [] : namesOf(operation[part])
  const names = keys.flatMap((key) => known.find((name) => isOneLetterOff(key, name)) ?? [])
  return names.length === 0 ? '' : ` (did you mean '${names.join(', ')}'?)`
}

function namesOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodPipe) return namesOf(schema.in as z.ZodType)
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

function isOneLetterOff(text: string, name: string): boolean {
  let start = 0
  while (start < text.length && text[start] === name[start]) start++
  const [a, b] = [text.slice(start), name.slice(start)]
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return name.length > 2 && (a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1) || isSwapped)
}

function valueAt({ input, inTheirWords = false }: Asked, path: readonly (string | number)[]): unknown {
  const isOpen = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !(inTheirWords && Array.isArray(value))
  if (inTheirWords && !isOpen(input)) return undefined
  return path.reduce<unknown>((value, key) => (isOpen(value) && Object.hasOwn(value, key) ? value[key] : undefined), input)
}

/** A query's values are all text, so naming the received type would be useless. */
const saysNothing = (received: unknown, { part }: Asked) => part === 'query' && typeof received === 'string'

const typeOf = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isNaN(value) ? 'nan' : typeof value

const isOfVendor = ({ operation }: Asked) => accessOf(operation) === 'vendor'
const holdsSecrets = ({ operation, part }: Asked) => operation.secret === true && part === 'body'
const quotesNothing = (asked: Asked) => isOfVendor(asked) || holdsSecrets(asked)

/** The peers' vendor API is of an older version, whose validation has another name for free-form objects. */
const typeName = (expected: string, asked: Asked) => (expected === 'record' && isOfVendor(asked) ? 'object' : expected)

/** Long values, nested arrays and whole bodies are shown only as their type: an error never echoes a body. */
function shown(value: unknown, isDiscreet: boolean): string {
  if (isDiscreet || (Array.isArray(value) && value.some(Array.isArray))) return typeOf(value)
  const text = Array.isArray(value) ? value.map((one) => (one === null ? '' : textOf(one))).join(',') : textOf(value)
  return text.length > 100 ? typeOf(value) : text
}

/** As JavaScript converts it, without calling anything that the value brings along. */
const textOf = (value: unknown) => (typeof value === 'object' && value !== null ? '[object Object]' : String(value))
