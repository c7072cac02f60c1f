import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { errorBody, invalidData, OperationError, unavailable } from '@souk/contracts'
import { failureInShort, type Logger, traceIdOf } from '@souk/runtime'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { KnownPaths } from './known-paths.ts'

/** The one place of the gateway where an error becomes an HTTP answer; services make theirs with the same catalogue. */
export function registerErrors(app: FastifyInstance, logger: Logger) {
  app.setErrorHandler((error: FastifyError | OperationError, request, reply) => answerError(error, request, reply, logger))
  app.setNotFoundHandler((request, reply) => answerError(cannot(request.method, request.url), request, reply, logger))
}

/** The refusal of a path that does not exist, or not with this method. */
export const cannot = (method: string, url: string, kind: 'not_found' | 'method_not_allowed' = 'not_found') =>
  new OperationError(kind, `Cannot ${method} ${url.split('?')[0]}`)

/** The refusal where a path has other methods, with its `Allow`; undefined for an unknown path. */
export function methodNotAllowed({ method, url }: FastifyRequest, reply: FastifyReply, knownPaths: KnownPaths) {
  const allowed = knownPaths.allowed(url)
  if (allowed === undefined) return undefined
  reply.header('allow', allowed)
  return cannot(method, url, 'method_not_allowed')
}

/** Answers an error. Logs failures, in short those that come in floods; other refusals are logged by the service that refused. */
export function answerError(
  thrown: FastifyError | OperationError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
  logger: Logger,
) {
  const error = translate(thrown)
  const status = error instanceof OperationError ? error.status : 500
  const line = { request_id: request.id, trace_id: traceIdOf(request.headers.traceparent), route: request.routeOptions?.url }
  const short = failureInShort(error)
  if (short) logger.warn({ ...line, ...short }, 'refused')
  else if (status === 500) logger.error({ err: thrown, ...line }, 'failed')
  if (error instanceof OperationError && error.retry_after !== undefined) reply.header('retry-after', String(error.retry_after))
  return reply
    .code(status)
    .header('request-id', request.id)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(error, request.id)))
}

const BY_CODE: Record<string, () => OperationError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new OperationError('payload_too_large', 'The body must not be larger than 256 KiB'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: unsupportedMediaType,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => invalidData('Content-Length does not match the body'),
  FST_ERR_BAD_URL: () => invalidData('The URL is not valid percent-encoding'),
  FST_ERR_MAX_PARAM_LENGTH: () => new OperationError('not_found', 'The path is too long'),
}

/** 415: only uncompressed JSON in UTF-8 is accepted. */
export function unsupportedMediaType() {
  return new OperationError('unsupported_media_type', 'Content-Type must be application/json, in UTF-8 and not compressed')
}

/** Errors of the framework in our words; unknown ones stay unexpected. */
function translate(error: FastifyError | OperationError | Error): Error {
  if (error instanceof OperationError) return error
  const { code = '', statusCode } = error as Partial<FastifyError>
  const known = BY_CODE[code]
  if (known) return known()
  if (code.startsWith('FST_REPLY_FROM_') || code.startsWith('UND_ERR_') || code === 'ECONNRESET')
    return unavailable(undefined, error)
  if (statusCode === 429) return new OperationError('rate_limited', 'Too many requests; try again later')
  if (statusCode === 414) return new OperationError('not_found', 'The path is too long')
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? invalidData('The request is malformed') : error
}

const RAW: Record<string, [number, string, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request did not arrive in time'],
}

/** For bytes that never became a request: broken framing, oversized headers, slow senders. */
export function answerClientError(
  error: Error & { code?: string },
  socket: Socket & { _httpMessage?: ServerResponse | null },
  requestId: string,
) {
  // Once an answer is on its way (Node's own default looks at the same field), a second head would become part of its body.
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) return void socket.destroy()
  const [status, reason, message] = RAW[error.code ?? ''] ?? [400, 'Bad Request', 'The request is malformed']
  const body = JSON.stringify({ type: 'invalid_data', message, request_id: requestId })
  const head = `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nrequest-id: ${requestId}\r\nconnection: close\r\n\r\n`
  socket.end(head + body)
}

/** For an `Expect` header other than `100-continue`, which Node answers without asking anybody. */
export function answerExpectation(_request: IncomingMessage, response: ServerResponse, requestId: string) {
  const body = JSON.stringify({ type: 'invalid_data', message: 'Expect must be 100-continue', request_id: requestId })
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'request-id': requestId,
    connection: 'close',
  }
  response.writeHead(417, headers).end(body)
}
