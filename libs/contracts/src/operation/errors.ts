/** One problem of a refused request: where it is (JSON path segments), a stable code, and a sentence. */
export interface Problem {
  path: (string | number)[]
  code: string
  message: string
}

interface CatalogueEntry {
  status: number
  type: string
  code?: string
}

/**
 * Every way an operation can be refused, with its HTTP status and the `type` that clients of the Medusa interface know. Three
 * entries share the type `not_allowed`: the peers answer 400 if the state forbids the request, and 403 for a foreign record; 405
 * also has a `code`.
 */
export const ERRORS = {
  invalid_data: { status: 400, type: 'invalid_data' },
  not_allowed: { status: 400, type: 'not_allowed' },
  unauthorized: { status: 401, type: 'unauthorized' },
  forbidden: { status: 403, type: 'not_allowed' },
  not_found: { status: 404, type: 'not_found' },
  method_not_allowed: { status: 405, type: 'not_allowed', code: 'method_not_allowed' },
  conflict: { status: 409, type: 'conflict', code: 'concurrent_modification' },
  idempotency_key_in_use: { status: 409, type: 'conflict', code: 'idempotency_key_in_use' },
  already_executed: { status: 409, type: 'conflict', code: 'already_executed' },
  revision_mismatch: { status: 412, type: 'conflict', code: 'revision_mismatch' },
  payload_too_large: { status: 413, type: 'invalid_data', code: 'payload_too_large' },
  unsupported_media_type: { status: 415, type: 'invalid_data', code: 'unsupported_media_type' },
  duplicate: { status: 422, type: 'duplicate_error', code: 'invalid_request_error' },
  idempotency_key_reused: { status: 422, type: 'idempotency_error', code: 'idempotency_key_reused' },
  rate_limited: { status: 429, type: 'rate_limited' },
  unexpected: { status: 500, type: 'unknown_error', code: 'unknown_error' },
  unsupported_operation: { status: 501, type: 'unexpected_state', code: 'unsupported_operation' },
  overloaded: { status: 503, type: 'unexpected_state', code: 'overloaded' },
  unavailable: { status: 503, type: 'unexpected_state', code: 'service_unavailable' },
  deadline_exceeded: { status: 504, type: 'unexpected_state', code: 'deadline_exceeded' },
  outcome_unknown: { status: 504, type: 'unexpected_state', code: 'outcome_unknown' },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorKind = keyof typeof ERRORS

export interface OperationErrorOptions extends ErrorOptions {
  /** Overrides the catalogue's code (the peers' `insufficient_inventory`, for one). */
  code?: string
  errors?: readonly Problem[]
  /** Whole seconds for `Retry-After`. */
  retry_after?: number
  /** A wrongly guessed secret: counts against the operation's `failureLimit`. */
  failed_guess?: boolean
}

/** The only error that operations throw on purpose; any other one becomes `unexpected` (500), without its text. */
export class OperationError extends Error {
  override readonly name = 'OperationError'
  readonly kind: ErrorKind
  readonly code: string | undefined
  readonly errors: readonly Problem[] | undefined
  readonly retry_after: number | undefined
  readonly failed_guess: boolean

  constructor(kind: ErrorKind, message: string, options: OperationErrorOptions = {}) {
    super(message, options)
    const entry: CatalogueEntry = ERRORS[kind]
    this.kind = kind
    this.code = options.code ?? entry.code
    this.errors = options.errors
    this.failed_guess = options.failed_guess === true
    this.retry_after = options.retry_after ?? (entry.status === 503 ? 1 : undefined)
  }

  get status(): number {
    return ERRORS[this.kind].status
  }
}

/** 400: the request itself is wrong. */
export const invalidData = (message: string, options?: OperationErrorOptions) =>
  new OperationError('invalid_data', message, options)
/** 400: the record's present state does not allow the request. For somebody else's record: `forbidden`. */
export const notAllowed = (message: string, options?: OperationErrorOptions) =>
  new OperationError('not_allowed', message, options)
export const notFound = (message: string, options?: OperationErrorOptions) => new OperationError('not_found', message, options)
/** 404: the peers' refusal of a reference to a record that does not exist. @param field the name of the field with its id */
export const missingRelation = (field: string, id: string) =>
  notFound(`You tried to set relationship ${field}: ${id}, but such entity does not exist`)
export const unauthorized = (message = 'Unauthorized', options?: OperationErrorOptions) =>
  new OperationError('unauthorized', message, options)
/** 409: others have changed the record in the meantime; the request may be sent again. */
export const conflict = (message: string, options?: OperationErrorOptions) => new OperationError('conflict', message, options)
/** 503 with `Retry-After: 1`: there is too much work at the moment, and nothing was written. */
export const overloaded = (message = 'The service is busy; try again shortly') => new OperationError('overloaded', message)
/** 503 with `Retry-After: 1`: a dependency is away, and nothing was written. */
export const unavailable = (message = 'The service is not available at the moment', cause?: unknown) =>
  new OperationError('unavailable', message, { cause })

/** 504: the time is up, and nothing was written. */
export const deadlineExceeded = () => new OperationError('deadline_exceeded', 'The request took too long')

/** 504: a mutation may or may not have been carried out; `unavailable` says that it was not. */
export const outcomeUnknown = (cause?: unknown) =>
  new OperationError('outcome_unknown', OUTCOME_UNKNOWN, { retry_after: 1, cause })

/** 403: the same for foreign and unknown records, so that nobody learns which ids exist. */
export const forbidden = (message = 'You are not allowed to perform this action') => new OperationError('forbidden', message)

const OUTCOME_UNKNOWN =
  'The request took too long; it may or may not have been carried out. Repeat it with the same Idempotency-Key'
const UNEXPECTED = 'An unknown error occurred.'

/** The body of every error answer. An error that is not an `OperationError` reveals nothing. */
export function errorBody(error: unknown, requestId: string) {
  if (!(error instanceof OperationError)) {
    return { code: 'unknown_error', type: 'unknown_error', message: UNEXPECTED, request_id: requestId }
  }
  const { kind, code, message, errors } = error
  return {
    ...(code && { code }),
    type: ERRORS[kind].type,
    message: kind === 'unexpected' ? UNEXPECTED : message,
    ...(errors && { errors }),
    request_id: requestId,
  }
}
