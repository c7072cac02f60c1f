import { hasETag, mutates, type Operation, takesIfMatch, takesKey } from '../operation/operation.ts'
import type { JsonObject } from './schemas.ts'

/** Of an operation's requests, in OpenAPI's form. */
export interface RequestSchemas {
  params: JsonObject
  query: JsonObject
}

/** The parameters of an operation's requests: everything except the body. */
export const parametersOf = (operation: Operation, { params, query }: RequestSchemas) => [
  ...parametersIn('path', params),
  ...parametersIn('query', query),
  ...(takesKey(operation) ? [IDEMPOTENCY_KEY] : []),
  ...(takesIfMatch(operation) ? [IF_MATCH] : []),
  ...(hasETag(operation) && !mutates(operation) ? [IF_NONE_MATCH] : []),
]

/**
 * Moves a request value's example (`.meta({ example })`) to where OpenAPI expects it: next to the schema. zod leaves `examples`
 * out of schemas that transform their input.
 */
export function withExample({ example, ...schema }: JsonObject): { schema: JsonObject; example?: unknown } {
  return { schema, ...(example !== undefined && { example }) }
}

function parametersIn(location: 'path' | 'query', schema: JsonObject) {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, JsonObject>; required?: string[] }
  return Object.entries(properties).map(([name, { description, style, explode, ...property }]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    ...(typeof description === 'string' && { description }),
    ...(style !== undefined && { style, explode }),
    ...withExample(property),
  }))
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', pattern: '^[\\x20-\\x7e]{1,255}$' },
  description: 'Makes retries of the request safe: see *Repeating a request* above',
}

const TAG = '(W/)?"\\d{1,15}(-[\\w-]{1,43})?"'
const TAGS = { type: 'string', pattern: `^(\\*|${TAG}(, *${TAG})*)$` }

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  schema: TAGS,
  description: 'An `ETag`: refused with 412 if the record has changed since, see *Revisions* above',
}

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: 'An `ETag`: answered with 304 and no body if nothing has changed',
}
