import { accessOf, mutates, type Operation, takesIfMatch } from './operation.ts'

type JsonObject = Record<string, unknown>

const DESCRIPTIONS: Record<number, string> = {
  400: 'Bad input, or not allowed in the present state; `message` says why, `errors` names each problem',
  401: 'No credential, or none that is valid',
  403: 'The record is not the caller’s, or there is none; or the seller may not do this',
  404: 'There is no such record, or no such path',
  409: 'Others changed the record again and again, or the Idempotency-Key is in use; try again',
  412: 'The record is not at the revision that If-Match names',
  413: 'The body is larger than 256 KiB',
  415: 'Content-Type is not application/json in UTF-8',
  422: 'The Idempotency-Key was used for another request',
  429: 'Too many requests; Retry-After says when to try again',
  431: 'The headers are larger than 16 KiB',
  500: 'An unexpected failure; nothing of its cause is told',
  503: 'Busy, or a part is away; Retry-After says when to try again',
  504: 'Not answered in time; a change may or may not have been carried out',
}

const SIGNED_IN = [401, 403]
const CHANGES = [409, 413, 415, 422]
const ALWAYS = [400, 404, 429, 431, 500, 503, 504]

/** Every status but success that an operation can answer, in ascending order. */
export function refusalStatuses(operation: Operation): number[] {
  const mayBeForbidden = ['admin', 'vendor'].includes(accessOf(operation)) ? SIGNED_IN : operation.secret ? [401] : []
  return [...ALWAYS, ...mayBeForbidden, ...(mutates(operation) ? CHANGES : []), ...(takesIfMatch(operation) ? [412] : [])].sort(
    (a, b) => a - b,
  )
}

/** The refusals of an operation as OpenAPI describes them. */
export const refusals = (operation: Operation): JsonObject =>
  Object.fromEntries(refusalStatuses(operation).map((status) => [status, { ...REFUSAL, description: DESCRIPTIONS[status] }]))

const REFUSAL = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } }

/**
 * The schema of an answer whose record `fields` selects from: any of its fields may be left out, so that none is required. What
 * stands around the record (`count`, `offset`, the key itself) is always there.
 */
export function selectable(schema: JsonObject): JsonObject {
  const properties = Object.entries((schema.properties ?? {}) as JsonObject)
  return { ...schema, properties: Object.fromEntries(properties.map(([name, one]) => [name, withoutRequired(one)])) }
}

/** The same schema, without `required` at any depth. */
export function withoutRequired(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutRequired)
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(([key, value]) => key !== 'required' || !Array.isArray(value))
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutRequired(value)]))
}
