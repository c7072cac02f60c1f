import { jsonBytes } from './json-bytes.ts'

/** Property names that objects, BSON or JSON serialisers treat specially: never accepted as a key. */
export const FORBIDDEN_NAMES: ReadonlySet<string> = new Set([
  '__proto__',
  'constructor',
  'prototype',
  '_bsontype',
  'toJSON',
  'toBSON',
])

const MAX_KEY_LENGTH = 64
const MAX_DEPTH = 20
const MAX_BYTES = 16 * 1024
const LONE_SURROGATE = /\p{Surrogate}/u

/** Whether the text can be stored as it is: no NUL and no lone surrogate. */
export const isCleanText = (text: string) => !text.includes('\0') && !LONE_SURROGATE.test(text)

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The first reason to refuse a free-form object parsed from JSON, as a sentence; undefined if it may be stored. */
export function freeFormProblem(value: Record<string, unknown>): string | undefined {
  const problem = problemWithin(value, 1)
  if (problem) return problem
  return jsonBytes(value) > MAX_BYTES ? `must not be larger than ${MAX_BYTES} bytes as JSON` : undefined
}

function problemWithin(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return isCleanText(value) ? undefined : 'must not contain NUL or lone surrogates'
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > MAX_DEPTH) return `must not be nested deeper than ${MAX_DEPTH} levels`
  const keyed = !Array.isArray(value)
  for (const [key, inner] of Object.entries(value)) {
    const problem = (keyed ? keyProblem(key) : undefined) ?? problemWithin(inner, depth + 1)
    if (problem) return problem
  }
  return undefined
}

function keyProblem(key: string): string | undefined {
  if (key === '') return 'must not contain an empty key'
  if (key.length > MAX_KEY_LENGTH) return `must not contain keys longer than ${MAX_KEY_LENGTH} characters`
  if (FORBIDDEN_NAMES.has(key)) return `must not contain the key ${key}`
  if (key.startsWith('$')) return 'must not contain keys that begin with $'
  if (key.includes('.')) return 'must not contain keys with a dot'
  return isCleanText(key) ? undefined : 'must not contain keys with NUL or lone surrogates'
}

const MAX_RULES = 100
const MAX_RULE_VALUES = 1000
const MAX_RULE_VALUE_LENGTH = 1024
const ATTRIBUTE = /^[A-Za-z0-9_.]{1,100}$/

const isRuleText = (value: string) => value.length <= MAX_RULE_VALUE_LENGTH && isCleanText(value)
const isText = (value: unknown): value is string => typeof value === 'string'

/** The reason to refuse an object: a sentence, or a value in it with the wrong type. */
export type FreeFormProblem = string | WrongType

interface WrongType {
  /** Relative to the object. */
  path: (string | number)[]
  expected: 'string' | 'array'
  input: unknown
}

/** The first reason to refuse rules with one value each; undefined if they may be stored. */
export function rulesProblem(rules: Record<string, unknown>): FreeFormProblem | undefined {
  const problem = attributesProblem(rules) ?? firstNoText(rules, [])
  if (problem) return problem
  if (Object.values(rules).filter(isText).every(isRuleText)) return undefined
  return `must have a text of at most ${MAX_RULE_VALUE_LENGTH} characters for each attribute`
}

/** The same for rules with several values each. */
export function listRulesProblem(rules: Record<string, unknown>): FreeFormProblem | undefined {
  const problem = attributesProblem(rules)
  if (problem) return problem
  for (const [name, value] of Object.entries(rules)) {
    if (!isText(value) && !Array.isArray(value)) return { path: [name], expected: 'array', input: value }
    const values: unknown[] = isText(value) ? [value] : value
    const wrong = firstNoText(values, [name])
    if (wrong) return wrong
    if (values.length > MAX_RULE_VALUES || !values.filter(isText).every(isRuleText))
      return `must have at most ${MAX_RULE_VALUES} texts of at most ${MAX_RULE_VALUE_LENGTH} characters for each attribute`
  }
  return undefined
}

function firstNoText(values: Record<string, unknown> | unknown[], path: string[]): WrongType | undefined {
  const wrong = Object.entries(values).find(([, value]) => !isText(value))
  if (!wrong) return undefined
  const [key, input] = wrong
  return { path: [...path, Array.isArray(values) ? Number(key) : key], expected: 'string', input }
}

function attributesProblem(rules: Record<string, unknown>): string | undefined {
  const names = Object.keys(rules)
  if (names.length > MAX_RULES) return `must not have more than ${MAX_RULES} attributes`
  return names.every((name) => ATTRIBUTE.test(name) && !FORBIDDEN_NAMES.has(name))
    ? undefined
    : 'must have attributes of 1 to 100 letters, digits, dots and underscores'
}
