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

/** Whether the text can be stored as it is: no NUL and no half of a surrogate pair. */
export const isCleanText = (text: string) => !text.includes('\0') && !LONE_SURROGATE.test(text)

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The first reason to refuse a free-form object parsed from JSON, as a sentence; undefined when it may be stored. */
export function freeFormProblem(value: Record<string, unknown>): string | undefined {
  const problem = problemWithin(value, 1)
  if (problem) return problem
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length
  return bytes > MAX_BYTES ? `must not be larger than ${MAX_BYTES} bytes as JSON` : undefined
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

const isRuleValue = (value: unknown) => typeof value === 'string' && value.length <= MAX_RULE_VALUE_LENGTH && isCleanText(value)
const isRuleValueList = (value: unknown) => Array.isArray(value) && value.length <= MAX_RULE_VALUES && value.every(isRuleValue)

/** The first reason to refuse rules of one value each; undefined when they may be stored. */
export const rulesProblem = (rules: Record<string, unknown>): string | undefined =>
  attributesProblem(rules) ??
  (Object.values(rules).every(isRuleValue)
    ? undefined
    : `must have a text of at most ${MAX_RULE_VALUE_LENGTH} characters for each attribute`)

/** The same for rules of several values each. */
export const listRulesProblem = (rules: Record<string, unknown>): string | undefined =>
  attributesProblem(rules) ??
  (Object.values(rules).every((value) => isRuleValue(value) || isRuleValueList(value))
    ? undefined
    : `must have at most ${MAX_RULE_VALUES} texts of at most ${MAX_RULE_VALUE_LENGTH} characters for each attribute`)

function attributesProblem(rules: Record<string, unknown>): string | undefined {
  const names = Object.keys(rules)
  if (names.length > MAX_RULES) return `must not have more than ${MAX_RULES} attributes`
  return names.every((name) => ATTRIBUTE.test(name) && !FORBIDDEN_NAMES.has(name))
    ? undefined
    : 'must have attributes of 1 to 100 letters, digits, dots and underscores'
}
