import httpProxy from '@fastify/http-proxy'
import type { FastifyInstance } from 'fastify'
import { keepOwnHeaders } from '../operating/logging.ts'
import { methodNotAllowed } from '../requests/errors.ts'
import type { KnownPaths } from '../requests/known-paths.ts'

/** Passes every path that no contract claims on to an existing server: Souk is adopted step by step in front of it. */
export async function registerUpstream(app: FastifyInstance, upstream: string, knownPaths: KnownPaths) {
  app.addHook('onRequest', (request, reply, done) => done(methodNotAllowed(request, reply, knownPaths)))
  keepOwnHeaders(app)
  app.removeAllContentTypeParsers() // the proxy brings its own, which stream bodies through
  await app.register(httpProxy, { upstream, prefix: '/' })
}
