import { accessOf, compileFields, invalidRequest, type Operation, type Selection, takesIfMatch } from '@souk/contracts'
import type { ReceivedEnvelope } from '../bus/envelope.ts'
import { revisionsIn } from '../etag.ts'
import { assertFewPatterns } from './assert-few-patterns.ts'
import type { ValidRequest } from './handler-request.ts'
import { CLIENT_LIMITS, type JsonLimits, parseJsonBody, SERVICE_LIMITS } from './json.ts'
import { parseQueryString } from './query-string.ts'
import { withoutUnknownKeys } from './without-unknown-keys.ts'

/**
 * Checks one message against its contract, once for all runs of its handler.
 * @throws invalid_data naming every problem, or what `assertBody` throws
 */
export function validateRequest(
  operation: Operation,
  envelope: ReceivedEnvelope,
  data: Uint8Array,
  surroundings: Pick<ValidRequest, 'log' | 'onWait'>,
): ValidRequest {
  const asked = envelope.query === '' ? {} : parseQueryString(envelope.query)
  const query = check(operation, 'query', operation.path?.startsWith('/store/') ? withoutLocale(asked) : asked)
  assertFewPatterns(operation, query)
  const params = check(operation, 'params', envelope.params) as ValidRequest['params']
  const limits = limitsOf(operation)
  const received = data.length === 0 ? {} : withoutAdditionalData(operation, parseJsonBody(data, limits))
  operation.assertBody?.(received)
  const body = check(operation, 'body', received)
  const selection = selectionOf(operation, query)
  const if_match = revisionsIn(takesIfMatch(operation), envelope.if_match)
  return { operation, envelope, data, params, query, body, selection, if_match, ...surroundings }
}

function check(operation: Operation, part: 'query' | 'params' | 'body', input: unknown): unknown {
  const parsed = operation[part].safeParse(input)
  if (parsed.success) return parsed.data
  // A service of a later version may send more than this one knows, but a client is told what it misspelt.
  const known = accessOf(operation) === 'internal' ? withoutUnknownKeys(input, parsed.error.issues) : undefined
  if (known !== undefined) return check(operation, part, known)
  throw invalidRequest(parsed.error.issues, { input, operation, part })
}

/** Medusa's storefronts name the language that they want: there are no translations here, so it is ignored. */
const withoutLocale = ({ locale: _, ...rest }: ReturnType<typeof parseQueryString>) => rest

/**
 * Medusa's clients send `additional_data`, null or an object, for hooks of its workflows: unless the contract has it, it is
 * ignored.
 */
function withoutAdditionalData({ body: schema }: Pick<Operation, 'body'>, body: unknown): unknown {
  if ('shape' in schema && 'additional_data' in (schema.shape as object)) return body
  if (typeof body !== 'object' || body === null || !('additional_data' in body)) return body
  const { additional_data, ...rest } = body
  return typeof additional_data === 'object' && !Array.isArray(additional_data) ? rest : body
}

function limitsOf(operation: Operation): JsonLimits {
  if (accessOf(operation) === 'internal') return SERVICE_LIMITS
  return operation.bodyKeys === undefined ? CLIENT_LIMITS : { ...CLIENT_LIMITS, keys: operation.bodyKeys }
}

const NO_SELECTS = 'This operation has no `selects`: it answers everything, and no part of it can be asked for'

/** For operations without `selects`. A handler that asks whether a part is shown fails, instead of being told that it is not. */
const EVERYTHING: Selection = {
  all: true,
  projection: undefined,
  get choice(): never {
    throw new Error(NO_SELECTS)
  },
  get schema(): never {
    throw new Error(NO_SELECTS)
  },
}

function selectionOf({ selects }: Operation, query: unknown): Selection {
  if (!selects) return EVERYTHING
  const { fields } = query as { fields?: string }
  return compileFields(selects.schema, fields, selects.defaults, selects.companions, selects.bounds)
}
