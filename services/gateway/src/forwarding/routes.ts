import { type Actor, accessOf, mutates, type Operation, subjectOf } from '@souk/contracts'
import { createFailureLimit, type Reply, type SharedCounts } from '@souk/runtime'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticate } from '../authentication/authenticate.ts'
import type { SessionCookie } from '../authentication/session-cookie.ts'
import { clientOf } from '../load/client-address.ts'
import type { ConcurrencyLimit } from '../load/concurrency-limit.ts'
import type { UnreadAnswers } from '../load/unread-answers.ts'
import { cannot, methodNotAllowed } from '../requests/errors.ts'
import type { KnownPaths } from '../requests/known-paths.ts'
import { envelopeFor } from './envelope-for.ts'
import { type Forwarder, forward } from './forward.ts'
import { assertNoCondition, isAtHand } from './if-none-match.ts'
import { holdUnread, relay } from './relay.ts'

export interface RouteOptions extends Forwarder {
  operations: readonly Operation[]
  authenticate: Authenticate
  cookie: Pick<SessionCookie, 'begun' | 'ended'>
  limitConcurrency: ConcurrencyLimit
  counts: SharedCounts
  unread: UnreadAnswers
  knownPaths: KnownPaths
  /** How many requests with this limit one client may send within a minute; 0: any number. */
  requestLimits: Record<NonNullable<Operation['requestLimit']>, number>
}

const EMPTY = Buffer.alloc(0)

/** Registers every operation as a route: authenticate, forward the bytes to the owning service, relay its bytes, unparsed. */
export function registerRoutes(app: FastifyInstance, options: RouteOptions) {
  const { operations, knownPaths } = options
  app.decorateRequest('actor', null)
  for (const operation of operations) registerRoute(app, operation, options)
  for (const path of knownPaths.paths) refuseForOthers(app, path, knownPaths)
}

function registerRoute(app: FastifyInstance, operation: Operation, options: RouteOptions) {
  const { authenticate, cookie, bus, budgets, times, limitConcurrency, unread } = options
  const { method, path } = operation
  if (method === undefined || path === undefined) return
  const access = accessOf(operation)
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  const { guesses, requests } = limitsOf(operation, options)

  app.route({
    method,
    url: path,
    // After the limits of `onRequest`, before the body is read.
    preParsing: async (request) => {
      // The router matches `/members/` as a member with an empty id.
      if (names.some((name) => (request.params as Record<string, string>)[name] === '')) throw cannot(request.method, request.url)
      request.actor = await authenticate(access, request, operation)
      assertNoCondition(mutates(operation), request.headers['if-none-match'])
      guesses?.assertAllowed(clientOf(request.ip))
      requests?.assertAllowed(clientOf(request.ip))
      requests?.count(clientOf(request.ip))
    },
    handler: async (request, reply) => {
      // A body may come long after its headers, and its sender may have lost access meanwhile.
      if (request.body) request.actor = await authenticate(access, request, operation)
      const body = (request.body as Buffer | null | undefined) ?? EMPTY
      const answer = await limitConcurrency(operation, () =>
        forward({ bus, budgets, times }, operation, envelopeFor(operation, request), body),
      )
      if (answer.failed_guess) guesses?.count(clientOf(request.ip))
      if (!mutates(operation) && isAtHand(request.headers['if-none-match'], answer)) {
        answer.parts?.leave()
        return reply.code(304).header('etag', answer.etag).send()
      }
      holdUnread(unread, reply, answer, !mutates(operation))
      if (answer.status < 300) keepSession(reply, operation, answer, cookie)
      return relay(reply, answer)
    },
  })
}

/** How many requests, and how many wrong guesses, one address may send; undefined: any number. */
function limitsOf(operation: Operation, { counts, requestLimits }: RouteOptions) {
  const { failureLimit, requestLimit } = operation
  const subject = subjectOf(operation)
  const limitTo = (max: number, name = subject) => createFailureLimit(counts.of(name), { max })
  const max = requestLimit && requestLimits[requestLimit]
  return {
    // Counted apart from the requests, most of which are no guesses.
    guesses: failureLimit && limitTo(failureLimit.perAddress, requestLimit && `${subject}.guesses`),
    requests: max ? limitTo(max) : undefined,
  }
}

/** Puts a session's token into its cookie, which is the only place for it. */
function keepSession(reply: FastifyReply, { session }: Operation, { session_token }: Reply, cookie: RouteOptions['cookie']) {
  if (session === 'begins' && session_token !== undefined) reply.header('set-cookie', cookie.begun(session_token))
  if (session === 'ends') reply.header('set-cookie', cookie.ended)
}

/** Refuses methods that a path lacks, if the router would otherwise match the request to another path. */
function refuseForOthers(app: FastifyInstance, url: string, knownPaths: KnownPaths) {
  const method = knownPaths.takenByOthers(url).filter((one) => one !== 'HEAD')
  if (method.length === 0) return
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    throw methodNotAllowed(request, reply, knownPaths) ?? cannot(request.method, request.url)
  }
  // In `onRequest`, so that nothing else about the request is judged first.
  app.route({ method, url, config: { refuses: true }, onRequest: refuse, handler: refuse })
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
  }
}
