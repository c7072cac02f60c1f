import { assertExactNumbers, FORBIDDEN_NAMES, invalidData } from '@souk/contracts'

/** Limits of a body that a client sends. */
export const CLIENT_LIMITS = { depth: 32, keys: 2000, elements: 1000 }
/** Limits of a body that one service sends to another; the size of a message bounds it further. */
export const SERVICE_LIMITS = { depth: 64, keys: 1_000_000, elements: 100_000 }
export type JsonLimits = typeof CLIENT_LIMITS

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Parses a request body, once. An empty body counts as `{}`. Refuses input that `JSON.parse` accepts but no honest client sends:
 * invalid UTF-8, a byte order mark, numbers that would silently be rounded, duplicate keys, lone surrogates, NUL, keys that reach
 * prototypes or BSON, absurd depth or size.
 * @throws invalid_data that names the problem
 */
export function parseJsonBody(bytes: Uint8Array, limits: JsonLimits = CLIENT_LIMITS): unknown {
  if (bytes.length === 0) return {}
  const text = decode(bytes)
  if (text.trim() === '') return {}
  const value = parse(text)
  const walked = { keys: 0, limits }
  walk(value, 1, walked)
  if (limits !== SERVICE_LIMITS) assertExactNumbers(text)
  if (walked.keys !== membersIn(text)) throw invalidData('Invalid request: the body repeats a key')
  return value
}

function decode(bytes: Uint8Array): string {
  try {
    const text = decoder.decode(bytes)
    if (text.charCodeAt(0) !== 0xfeff) return text
  } catch {
    throw invalidData('Invalid request: the body is not valid UTF-8')
  }
  throw invalidData('Invalid request: the body starts with a byte order mark')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalidData(syntaxProblem(error))
  }
}

/** The engine's message without its quotation of the body, which could hold a secret. */
function syntaxProblem(error: unknown): string {
  const sentence = error instanceof Error ? error.message : ''
  return sentence.startsWith('Unexpected end of JSON input') ? 'Unexpected end of JSON input' : 'The body is not valid JSON'
}

function walk(value: unknown, depth: number, walked: { keys: number; limits: JsonLimits }): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw invalidData('Invalid request: text must not hold NUL')
    if (!value.isWellFormed()) throw invalidData('Invalid request: text must be well-formed Unicode')
    return
  }
  if (typeof value !== 'object' || value === null) return
  const { limits } = walked
  if (depth > limits.depth) throw invalidData(`Invalid request: the body is nested deeper than ${limits.depth} levels`)
  if (Array.isArray(value)) {
    if (value.length > limits.elements) throw invalidData(`Invalid request: an array holds more than ${limits.elements} elements`)
    for (const element of value) walk(element, depth + 1, walked)
    return
  }
  for (const key of Object.keys(value)) {
    if (++walked.keys > limits.keys) throw invalidData(`Invalid request: the body holds more than ${limits.keys} keys`)
    if (FORBIDDEN_NAMES.has(key) || key.includes('\0') || !key.isWellFormed()) {
      throw invalidData('Invalid request: the body holds a key that is not allowed')
    }
    walk((value as Record<string, unknown>)[key], depth + 1, walked)
  }
}

/** Counts the members of all objects in valid JSON: its colons outside strings. More than parsed keys means a repeated key. */
function membersIn(text: string): number {
  let members = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (char === 0x22) quoted = !quoted
    else if (quoted && char === 0x5c) i++
    else if (!quoted && char === 0x3a) members++
  }
  return members
}
