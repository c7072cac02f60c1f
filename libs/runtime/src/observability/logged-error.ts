import { type ErrorKind, OperationError } from '@souk/contracts'

/** An error in a log line. */
interface LoggedError {
  /** The name of its class. */
  type: string
  /** Absent if it could quote somebody's data. */
  message?: string
  /** A code of the operating system, of MongoDB, or ours. */
  error_code?: string | number
  /** Where it was thrown: only the frames. */
  stack?: string
  cause?: LoggedError
  errors?: LoggedError[]
}

const MAX_DEPTH = 5
/** Most characters of a cause's text in a short log line. */
const MAX_TEXT = 200

/**
 * An error as it may be logged: its class and its origin. Its text and other fields are kept only if they cannot hold a secret:
 * MongoDB, drivers, libraries and the engine quote the value that they rejected, which may be a gift card's code.
 */
export function loggedError(error: unknown, depth = 1): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error }
  const { cause, errors } = error as { cause?: unknown; errors?: unknown }
  const error_code = codeOf(error)
  const stack = framesOf(error)
  return {
    type: error.constructor.name,
    ...(quotesNothing(error) && { message: error.message }),
    ...(error_code !== undefined && { error_code }),
    ...(stack !== '' && { stack }),
    ...(cause instanceof Error && depth < MAX_DEPTH && { cause: loggedError(cause, depth + 1) }),
    ...(Array.isArray(errors) && depth < MAX_DEPTH && { errors: errors.slice(0, 10).map((one) => loggedError(one, depth + 1)) }),
  }
}

/** Failures that come in floods under overload, or when a server is away; their stacks say nothing. */
const IN_FLOODS: ReadonlySet<ErrorKind> = new Set(['overloaded', 'unavailable', 'deadline_exceeded', 'outcome_unknown'])

/**
 * The short log form of a failure that comes in floods: its kind and its root cause, with the code if its text could quote a
 * value. Undefined for other errors.
 */
export function failureInShort(error: unknown): { reason: ErrorKind; cause?: string } | undefined {
  if (!(error instanceof OperationError) || !IN_FLOODS.has(error.kind)) return undefined
  let first: Error = error
  for (let depth = 1; depth < MAX_DEPTH && first.cause instanceof Error; depth++) first = first.cause
  if (first === error) return { reason: error.kind }
  const { name } = first.constructor
  const text = quotesNothing(first) ? first.message.slice(0, MAX_TEXT) : codeOf(first)
  return { reason: error.kind, cause: text === undefined ? name : `${name}: ${text}` }
}

/** Errors of ours and of the NATS client whose texts hold at most names and addresses. */
const DISCREET = new Set([
  'ConfigError',
  'NoReplyError',
  'BrokenReplyError',
  'AuthorizationError',
  'ClosedConnectionError',
  'ConnectionError',
  'DrainingConnectionError',
  'JetStreamApiError',
  'JetStreamNotEnabled',
  'NoRespondersError',
  'PermissionViolationError',
  'RequestError',
  'StreamNotFoundError',
  'TimeoutError',
])

let isDiscreetToo: (error: Error) => boolean = () => false
/** Adds errors whose texts quote no values: those about an unavailable MongoDB, in processes that use it. */
export function alsoDiscreet(isDiscreet: (error: Error) => boolean) {
  isDiscreetToo = isDiscreet
}

/** Messages of the engine about the failed code, and not about a value. */
const OF_CODE = [
  /^Cannot (read|set) properties of (undefined|null) \((reading|setting) '[A-Za-z_]+'\)$/,
  /^[A-Za-z_.]+ is not (a function|iterable|a constructor|defined)$/,
  /^(Maximum call stack size exceeded|Invalid (array|string) length|Invalid time value|Invalid URL)$/,
]

function quotesNothing(error: Error): boolean {
  if (error instanceof OperationError) return error.status >= 500 // a refusal quotes the refused value
  if (DISCREET.has(error.name) || isDiscreetToo(error) || isOfSystem(error)) return true
  return OF_CODE.some((sentence) => sentence.test(error.message))
}

/** The operating system names the requested address or file. */
const isOfSystem = (error: Error) => 'syscall' in error && typeof error.syscall === 'string'

function codeOf(error: Error): string | number | undefined {
  const { code, codeName } = error as { code?: unknown; codeName?: unknown }
  return [codeName, code].find(
    (one): one is string | number => typeof one === 'number' || (typeof one === 'string' && /^\w{1,64}$/.test(one)),
  )
}

/** The frames of the stack, without the message before them, whose own lines could look like frames. */
function framesOf({ stack = '', message }: Error): string {
  const at = stack.indexOf(message)
  const frames = at < 0 ? stack : stack.slice(at + message.length)
  return frames
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .join('\n')
}
