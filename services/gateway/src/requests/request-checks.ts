import { invalidData, type OperationError } from '@souk/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cannot, methodNotAllowed, unsupportedMediaType } from './errors.ts'
import type { KnownPaths } from './known-paths.ts'

/** Headers that must not be repeated: a second one is a way to smuggle requests past a check. */
const SINGLE = new Set([
  'host',
  'authorization',
  'content-type',
  'content-length',
  'idempotency-key',
  'if-match',
  'x-publishable-api-key',
])
const MAX_HEADERS = 100

/** Checks the form of each request before anything else, and keeps bodies as bytes. */
export function registerRequestChecks(app: FastifyInstance, knownPaths: KnownPaths) {
  app.addHook('onRequest', (request, reply, done) => {
    const isMisframed = request.raw.httpVersion === '1.0' && request.raw.headers['transfer-encoding'] !== undefined
    if (isMisframed) reply.header('connection', 'close') // the next bytes may not be a request
    done(isMisframed ? invalidData('HTTP/1.0 has no Transfer-Encoding') : problemOf(request, reply, knownPaths))
  })

  // Bodies stay bytes: the owning service parses them, once.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
    const isPlain =
      (charset === undefined || charset.toLowerCase() === 'utf-8') && isUncompressed(request.headers['content-encoding'])
    done(isPlain ? null : unsupportedMediaType(), body)
  })
}

const isUncompressed = (encoding: string | undefined) => encoding === undefined || encoding.toLowerCase() === 'identity'

/** The first mistake in the form of a request, before the caller is known. Unknown paths are refused without reading a body. */
function problemOf(request: FastifyRequest, reply: FastifyReply, knownPaths: KnownPaths): OperationError | undefined {
  const { is404, isPreflight, method, url, raw } = request
  const { rawHeaders, httpVersion } = raw
  if (rawHeaders.length > MAX_HEADERS * 2) return invalidData(`The request has more than ${MAX_HEADERS} headers`)
  if (raw.headers.host === undefined && httpVersion !== '1.0') return invalidData('The header host is missing')
  let seen = ''
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase()
    if (!SINGLE.has(name)) continue
    if (seen.includes(`|${name}|`))
      return name === 'content-type' ? unsupportedMediaType() : invalidData(`The header ${name} must not be sent twice`)
    seen += `|${name}|`
  }
  // Browsers show a page only answers that its preflight allowed, even a 404.
  return is404 && !isPreflight ? (methodNotAllowed(request, reply, knownPaths) ?? cannot(method, url)) : undefined
}
