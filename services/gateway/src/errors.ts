import type { Socket } from 'node:net'
import { errorBody, invalidData, OperationError } from '@souk/contracts'
import type { Logger } from '@souk/runtime'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The one place of the gateway where an error becomes an HTTP answer; services make theirs with the same catalogue. */
export function registerErrors(app: FastifyInstance, logger: Logger) {
  app.setErrorHandler((error: FastifyError | OperationError, request, reply) => answerError(error, request, reply, logger))
  app.setNotFoundHandler((request, reply) => {
    const error = new OperationError('not_found', `Cannot ${request.method} ${request.url.split('?')[0]}`)
    return answerError(error, request, reply, logger)
  })
}

export function answerError(thrown: FastifyError | OperationError | Error, request: FastifyRequest, reply: FastifyReply, logger: Logger) {
  const error = translate(thrown)
  const status = error instanceof OperationError ? error.status : 500
  if (status >= 500) logger.error({ err: thrown, request_id: request.id, route: request.routeOptions?.url }, 'failed')
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
  FST_UNDER_PRESSURE: () => new OperationError('overloaded', 'The service is busy; try again shortly'),
}

export function unsupportedMediaType() {
  return new OperationError('unsupported_media_type', 'Content-Type must be application/json, in UTF-8 and not compressed')
}

/** Errors of the framework in our words; what we do not know stays unexpected. */
function translate(error: FastifyError | OperationError | Error): Error {
  if (error instanceof OperationError) return error
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code === undefined ? undefined : BY_CODE[code]
  if (known) return known()
  if (statusCode === 429) return new OperationError('rate_limited', 'Too many requests; try again later')
  if (statusCode === 414) return new OperationError('not_found', 'The path is too long')
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? invalidData('The request is malformed') : error
}

const RAW: Record<string, [number, string, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request did not arrive in time'],
}

/** For what never became a request: broken framing, oversized headers, slow senders. */
export function answerClientError(error: Error & { code?: string }, socket: Socket, requestId: string) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, reason, message] = RAW[error.code ?? ''] ?? [400, 'Bad Request', 'The request is malformed']
  const body = JSON.stringify({ type: 'invalid_data', message, request_id: requestId })
  const head = `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nrequest-id: ${requestId}\r\nconnection: close\r\n\r\n`
  socket.end(head + body)
}
