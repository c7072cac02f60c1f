import { z } from 'zod'
import type { Bounds } from '../fields/allowed-fields.ts'
import { FieldsQuery } from '../fields/common.ts'
import type { Companions } from '../fields/fields.ts'

export type ServiceName = 'pricing' | 'cart' | 'orders' | 'sellers'
/** `identity`: any holder of a valid token, of whatever actor type, that of a registration included. */
export type Access = 'public' | 'identity' | 'store' | 'vendor' | 'admin' | 'internal'
/** `cookie`: of a session. */
export type TokenPlace = 'bearer' | 'cookie'
export type Method = 'GET' | 'POST' | 'DELETE'
export type Path = `/${'store' | 'vendor' | 'admin' | 'auth'}/${string}`

/**
 * The records that the `fields` query parameter selects from: `key` of the response holds one record of `schema`, or a list.
 */
export interface Selects {
  key: string
  /** Other keys of the response that hold such records. */
  also?: readonly string[]
  schema: z.ZodObject
  /** The fields shown by default; `all` is the whole schema. */
  defaults: 'all' | readonly string[]
  companions?: readonly Companions[]
  /** Absent: `fields` may name everything in the schema. */
  bounds?: Bounds
}

const Nothing = z.strictObject({})
type Nothing = typeof Nothing

/** A remote operation: the single source for its route, subject, access, types, validation and OpenAPI entry. */
export interface Operation<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  service: ServiceName
  /** kebab-case: last subject token, endpoint name, operationId, handler's file name. */
  name: string
  /** Absent for internal operations that change nothing, or may safely be repeated. */
  method?: Method
  /** Absent for internal operations, which only services and gateways call. */
  path?: Path
  summary: string
  description?: string
  /** 202: the work is done after the answer. */
  status: 200 | 201 | 202
  params: P
  query: Q
  body: B
  response: R
  selects?: Selects
  /**
   * Set for operations open to any holder of a valid token, of any actor type: where the token may be. Below `/store` a
   * publishable key is needed as well. Absent: the path's first segment decides.
   */
  tokenIn?: readonly TokenPlace[]
  /** Open to everybody, without credentials, whatever its path. Absent: the path's first segment decides. */
  isPublic?: true
  /** Only for logged-in customers: guests are refused before anything else in the request is checked. */
  customersOnly?: true
  /** Only for administrators who are users: a secret key, which acts for nobody, is refused before anything else is checked. */
  usersOnly?: true
  /** The message of a 401; default `Unauthorized`. */
  unauthorized?: string
  /** Success returns a session's token, which the gateway turns into a cookie, or makes the gateway remove the cookie. */
  session?: 'begins' | 'ends'
  /**
   * Requests and answers hold credentials: refusals do not quote them, and neither an answer nor a digest of a body is kept for
   * idempotent replay.
   */
  secret?: boolean
  /**
   * Refuses, with texts of its own, bodies that the schema would refuse; called after the path was checked.
   * @throws OperationError
   */
  assertBody?: (body: unknown) => void
  /** Repeats do no harm: an Idempotency-Key is ignored, and nothing is kept of the request. */
  idempotency?: 'none'
  /**
   * The request is not about a single record with an `ETag`: `If-Match` is refused. Not needed for lists.
   */
  ifMatch?: 'none'
  /** Most keys in a client's body, for bodies with many records; default 2000. */
  bodyKeys?: number
  /**
   * All actors who may see the record get the same answer, so cached bytes may be sent to other actors. Absent: they may not.
   */
  sameForAll?: true
  /** How long the gateway waits for one attempt before it retries with the same op-id, in ms. */
  attempt_ms: number
  /** How long a client waits at most, all attempts together, in ms. */
  deadline_ms: number
  /**
   * Failed guesses allowed per client address and minute, across all gateways; the service marks such refusals (`failed_guess`).
   */
  failureLimit?: { perAddress: number }
  /**
   * Counts all requests of a client, not just failures, because a success costs as much and leaves a record behind.
   * `registrations`: as many per minute as the gateways' `REGISTRATIONS_PER_MINUTE` allows; `sessions`: 300.
   */
  requestLimit?: 'registrations' | 'sessions'
}

type Defaulted = 'status' | 'params' | 'query' | 'body' | 'attempt_ms' | 'deadline_ms'

/** Declares an operation. Defaults: status 200, no params, query or body, attempts of 500 ms within a deadline of 5 s. */
export function defineOperation<
  R extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
>(definition: Omit<Operation<P, Q, B, R>, Defaulted> & Partial<Pick<Operation<P, Q, B, R>, Defaulted>>): Operation<P, Q, B, R> {
  const query = definition.query ?? (definition.selects ? z.strictObject({ fields: FieldsQuery.optional() }) : Nothing)
  return { status: 200, params: Nothing, body: Nothing, attempt_ms: 500, deadline_ms: 5000, ...definition, query } as Operation<
    P,
    Q,
    B,
    R
  >
}

export type ParamsOf<O extends Operation> = z.output<O['params']>
export type QueryOf<O extends Operation> = z.output<O['query']>
export type BodyOf<O extends Operation> = z.output<O['body']>
export type ResponseOf<O extends Operation> = z.output<O['response']>

export const subjectOf = (operation: Pick<Operation, 'service' | 'name'>) => `${operation.service}.${operation.name}`

/** Anything but GET changes state. */
export const mutates = (operation: Pick<Operation, 'method'>) => operation.method !== undefined && operation.method !== 'GET'

/** Whether an `Idempotency-Key` has an effect; otherwise it is ignored. */
export const takesKey = (operation: Pick<Operation, 'method' | 'idempotency'>) =>
  mutates(operation) && operation.idempotency !== 'none'

/** Whether `If-Match` may name the revision that the request is for; otherwise it is refused. */
export const takesIfMatch = (operation: Operation) =>
  operation.ifMatch !== 'none' && (mutates(operation) || showsOneRecord(operation))

/** Whether every success has an `ETag`: true for operations that show or change one record. */
export const hasETag = (operation: Operation) => takesIfMatch(operation) || showsOneRecord(operation)

function showsOneRecord({ path, selects, response }: Operation): boolean {
  const shown = selects && (response as unknown as z.ZodObject).shape[selects.key]
  return path !== undefined && shown !== undefined && !(shown instanceof z.ZodArray)
}

/** The path's first segment decides who may call, unless it is for any holder of a token, or for everybody. */
export function accessOf(operation: Pick<Operation, 'path' | 'tokenIn' | 'isPublic'>): Access {
  if (operation.path === undefined) return 'internal'
  if (operation.isPublic) return 'public'
  if (operation.tokenIn) return 'identity'
  const [, audience] = operation.path.split('/')
  return audience === 'auth' || audience === 'static' ? 'public' : (audience as Access)
}
