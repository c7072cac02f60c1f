import httpProxy from '@fastify/http-proxy'
import type { FastifyInstance } from 'fastify'
import { keepOwnHeaders } from '../operating/logging.ts'
import { methodNotAllowed } from '../requests/errors.ts'
import type { KnownPaths } from '../requests/known-paths.ts'

/** Forwards every path without a contract to an existing server, in front of which Souk can be adopted step by step. */
export async function registerUpstream(app: FastifyInstance, upstream: string, knownPaths: KnownPaths) {
  app.addHook('onRequest', (request, reply, done) => done(methodNotAllowed(request, reply, knownPaths)))
  keepOwnHeaders(app)
  app.removeAllContentTypeParsers() // the proxy has its own, which stream bodies
  await app.register(httpProxy, { upstream, prefix: '/' })
}
