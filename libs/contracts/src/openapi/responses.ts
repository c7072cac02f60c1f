import { accessOf, hasETag, mutates, type Operation, takesIfMatch, takesKey } from '../operation/operation.ts'
import { type JsonObject, selectable } from './schemas.ts'

const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example })
const number = (description: string, example: number) => ({ description, schema: { type: 'integer' }, example })

/** Every informative response header, by the name under which the document refers to it. */
export const HEADERS = {
  'Request-Id': text(
    'Identifies the request in the logs: the ID sent by the client, or a new one',
    'req_9f2c4b7a1d3e5f608192a3b4',
  ),
  ETag: text('Identifies the returned state of the record, for `If-Match` and `If-None-Match`', '"7-2RLfzkL30MhVf82ycm8SUW"'),
  'Idempotent-Replayed': text(
    '`true` if this is the stored response to an earlier request with the same `Idempotency-Key`',
    'true',
  ),
  'Set-Cookie': text('Sets or clears the session cookie', 'connect.sid=…; Path=/; HttpOnly; SameSite=Lax'),
  'Retry-After': number('Seconds to wait before trying again', 1),
  'WWW-Authenticate': text('The required authentication scheme', 'Bearer'),
  'X-RateLimit-Limit': number('Requests allowed per minute; present only if the installation limits them', 600),
  'X-RateLimit-Remaining': number('Requests remaining', 599),
  'X-RateLimit-Reset': number('Seconds until all requests are available again', 60),
}

const LIMITS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const
const headers = (...names: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(['Request-Id', ...names, ...LIMITS].map((name) => [name, { $ref: `#/components/headers/${name}` }]))

interface Refusal {
  name: string
  description: string
  /** An example of the body, without its `request_id`. */
  example: { code?: string; type: string; message: string }
  headers?: (keyof typeof HEADERS)[]
}

const REFUSAL_OF: Record<number, Refusal> = {
  400: {
    name: 'BadRequest',
    description: 'Invalid input, or not allowed in the current state; `message` gives the reason, `errors` lists each problem',
    example: { type: 'invalid_data', message: "Invalid request: Field 'amount' is required" },
  },
  401: {
    name: 'Unauthorized',
    description: 'No credentials, or invalid ones',
    example: { type: 'unauthorized', message: 'Unauthorized' },
    headers: ['WWW-Authenticate'],
  },
  403: {
    name: 'Forbidden',
    description: "The record does not exist or is not the caller's; or the seller is not allowed to do this",
    example: { type: 'not_allowed', message: 'You are not allowed to perform this action' },
  },
  404: {
    name: 'NotFound',
    description: 'No such record or path',
    example: { type: 'not_found', message: 'Order id not found: order_1' },
  },
  408: {
    name: 'RequestTimeout',
    description: 'The headers or the body did not arrive in time',
    example: { type: 'invalid_data', message: 'The request did not arrive in time' },
  },
  409: {
    name: 'Conflict',
    description:
      'The record was changed concurrently, a checkout of the cart is in progress, or the Idempotency-Key is in use: try again. Do not retry on `already_executed`: the request was executed, but its response is not kept; nor on `invalid_state_error`: another record is in the way',
    example: {
      code: 'idempotency_key_in_use',
      type: 'conflict',
      message: 'A request with this Idempotency-Key is still running',
    },
    headers: ['Retry-After'],
  },
  412: {
    name: 'PreconditionFailed',
    description: 'The record is not at the revision given by If-Match',
    example: {
      code: 'revision_mismatch',
      type: 'conflict',
      message: 'The record is not at the revision that If-Match names',
    },
  },
  413: {
    name: 'ContentTooLarge',
    description:
      'The body is larger than 256 KiB; for a form with files: a file is too large, or there are too many; for a cart to complete: its orders are too large',
    example: { code: 'payload_too_large', type: 'invalid_data', message: 'The body must not be larger than 256 KiB' },
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'Content-Type is not application/json in UTF-8; for a form with files: nor multipart/form-data',
    example: {
      code: 'unsupported_media_type',
      type: 'invalid_data',
      message: 'Content-Type must be application/json, in UTF-8 and not compressed',
    },
  },
  422: {
    name: 'UnprocessableContent',
    description: 'The Idempotency-Key was used for a different request; or (`duplicate_error`) the record already exists',
    example: {
      code: 'idempotency_key_reused',
      type: 'idempotency_error',
      message: 'Idempotency-Key was used for another request',
    },
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests; Retry-After says when to try again',
    example: { type: 'rate_limited', message: 'Too many requests; try again later' },
    headers: ['Retry-After'],
  },
  431: {
    name: 'RequestHeaderFieldsTooLarge',
    description: 'The headers are larger than 16 KiB',
    example: { type: 'invalid_data', message: 'The headers are too large' },
  },
  500: {
    name: 'InternalServerError',
    description: 'Unexpected failure; its cause is not disclosed',
    example: { code: 'unknown_error', type: 'unknown_error', message: 'An unknown error occurred.' },
  },
  501: {
    name: 'NotImplemented',
    description: 'The installation stores no files',
    example: {
      code: 'unsupported_operation',
      type: 'unexpected_state',
      message: 'This gateway is not configured to keep files',
    },
  },
  503: {
    name: 'ServiceUnavailable',
    description: 'Busy, or a component is unavailable; Retry-After says when to try again. Nothing was changed',
    example: { code: 'overloaded', type: 'unexpected_state', message: 'The service is busy; try again shortly' },
    headers: ['Retry-After'],
  },
  504: {
    name: 'GatewayTimeout',
    description:
      'No response in time. `outcome_unknown`: a change may or may not have been applied; `deadline_exceeded`: nothing was changed',
    example: {
      code: 'outcome_unknown',
      type: 'unexpected_state',
      message: 'The request took too long; it may or may not have been carried out. Repeat it with the same Idempotency-Key',
    },
    headers: ['Retry-After'],
  },
}

/** The refusals, by the name under which operations refer to them. */
export const REFUSALS = Object.fromEntries(
  Object.values(REFUSAL_OF).map(({ name, description, example, headers: own = [] }) => [
    name,
    {
      description,
      headers: headers(...own),
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Error' },
          example: { ...example, request_id: HEADERS['Request-Id'].example },
        },
      },
    },
  ]),
)

const CHANGES = [409, 413, 415]
const ALWAYS = [400, 404, 408, 429, 431, 500, 503, 504]

/** Every status except success that an operation can answer, in ascending order. */
export function refusalStatuses(operation: Operation): number[] {
  const statuses = [
    ...ALWAYS,
    ...credentialStatuses(operation),
    ...(mutates(operation) ? CHANGES : []),
    ...(takesKey(operation) ? [422] : []),
    ...(takesIfMatch(operation) ? [412] : []),
  ]
  return statuses.sort((a, b) => a - b)
}

/** Below `/store`: 401 if a customer must be logged in, 403 for a change that a page of another site sends with a cookie. */
function credentialStatuses(operation: Operation): number[] {
  const access = accessOf(operation)
  if (access === 'public' || access === 'internal') return operation.secret ? [401] : []
  return access === 'store' && !mutates(operation) ? [401] : [401, 403]
}

/** The refusals of an operation in OpenAPI's form. @param more statuses of a route that a gateway answers itself */
export const refusals = (operation: Operation, more: readonly number[] = []): JsonObject =>
  Object.fromEntries(
    [...refusalStatuses(operation), ...more].map((status) => [
      status,
      { $ref: `#/components/responses/${REFUSAL_OF[status]!.name}` },
    ]),
  )

/** The answer to a successful request. */
export const success = (operation: Operation, answer: JsonObject, type: string): JsonObject => ({
  description: operation.status === 201 ? 'Created' : 'Success',
  headers: headers(...headersOf(operation)),
  content: { [type]: { schema: operation.selects ? selectable(answer) : answer } },
})

const headersOf = (operation: Operation): (keyof typeof HEADERS)[] => [
  ...(hasETag(operation) ? ['ETag' as const] : []),
  ...(takesKey(operation) ? ['Idempotent-Replayed' as const] : []),
  ...(operation.session ? ['Set-Cookie' as const] : []),
]

/** The 202 of a route whose result may come later. */
export const pending = (description: string | undefined, answer: JsonObject): JsonObject =>
  description === undefined ? {} : { 202: { description, content: { 'application/json': { schema: answer } } } }

/** The 304 of operations that accept `If-None-Match`. */
export const unchanged = (operation: Operation): JsonObject =>
  hasETag(operation) && !mutates(operation)
    ? { 304: { description: 'The record still matches `If-None-Match`; the response has no body', headers: headers('ETag') } }
    : {}
