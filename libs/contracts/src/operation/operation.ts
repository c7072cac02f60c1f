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
 * The records that the `fields` query parameter selects from: `key` of the response holds one record of `schema`, or a list of
 * them.
 */
export interface Selects {
  key: string
  /** Other keys of the response that hold such records. */
  also?: readonly string[]
  schema: z.ZodObject
  /** The fields shown when nothing is asked; `all` is the whole schema. */
  defaults: 'all' | readonly string[]
  companions?: readonly Companions[]
  /** Absent: `fields` may name all that the schema has. */
  bounds?: Bounds
}

const Nothing = z.strictObject({})
type Nothing = typeof Nothing

/** One remote operation: the single source for its route, subject, access, types, validation and OpenAPI entry. */
export interface Operation<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  service: ServiceName
  /** kebab-case: last subject token, endpoint name, operationId, handler's file name. */
  name: string
  /** Absent for internal operations that change nothing, or may be repeated without harm. */
  method?: Method
  /** Absent for internal operations, which services and gateways call and no route reaches. */
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
   * For any holder of a valid token, of whatever actor type: the places where that may stand. Below `/store` a publishable key is
   * needed as well. Absent: the path's first segment decides.
   */
  token_in?: readonly TokenPlace[]
  /** Open to everybody, without a credential, wherever it lies. Absent: the path's first segment decides. */
  is_public?: true
  /** For customers who are logged in: guests are refused before anything else of a request is looked at. */
  customers_only?: true
  /** For administrators who are users: a secret key, which acts for nobody, is refused before anything else, too. */
  users_only?: true
  /** The message of a 401; default `Unauthorized`. */
  unauthorized?: string
  /** Its success brings the token of a session, which the gateway turns into a cookie, or takes the cookie back. */
  session?: 'begins' | 'ends'
  /**
   * Requests and answers hold credentials: no refusal quotes them, and neither an answer nor a digest of a body is kept for
   * idempotent replay.
   */
  secret?: boolean
  /**
   * Refuses, in words of their own, bodies that the schema would refuse; the path has been checked by then.
   * @throws OperationError
   */
  assertBody?: (body: unknown) => void
  /** Repeats of it do no harm: it takes no Idempotency-Key, and nothing is kept of a request that brings one. */
  idempotency?: 'none'
  /**
   * There is no single record with an `ETag` that the request is about: `If-Match` is refused. Lists are such without saying so.
   */
  if_match?: 'none'
  /** How many keys a client's body may hold in all, where many records come in one; default 2000. */
  body_keys?: number
  /**
   * All actors who may see the record get the same answer: bytes that were made for one may be sent to another. Absent: never.
   */
  same_for_all?: true
  /** How long the gateway waits for one attempt before it tries again with the same op-id, in ms. */
  attempt_ms: number
  /** How long a client waits at the most, all attempts together, in ms. */
  deadline_ms: number
  /**
   * Failed guesses of one client by address, per minute, at all gateways together: which refusals are such, the service says.
   */
  failure_limit?: { per_address: number }
  /**
   * Every request of a client is counted, where a success costs as much as a failure and leaves a record behind: as many pass
   * within a minute as the gateways' `REGISTRATIONS_PER_MINUTE` says, of sessions and tokens 300.
   */
  request_limit?: 'registrations' | 'sessions'
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

/** Whether an `Idempotency-Key` counts; where it does not, it is ignored. */
export const takesKey = (operation: Pick<Operation, 'method' | 'idempotency'>) =>
  mutates(operation) && operation.idempotency !== 'none'

/** Whether `If-Match` may name the revision that the request is for; else it is refused. */
export const takesIfMatch = (operation: Operation) =>
  operation.if_match !== 'none' && (mutates(operation) || showsOneRecord(operation))

/** Whether every success has an `ETag`: true of operations that show or change one record. */
export const hasETag = (operation: Operation) => takesIfMatch(operation) || showsOneRecord(operation)

function showsOneRecord({ path, selects, response }: Operation): boolean {
  const shown = selects && (response as unknown as z.ZodObject).shape[selects.key]
  return path !== undefined && shown !== undefined && !(shown instanceof z.ZodArray)
}

/** The path's first segment decides who may call, unless it is for any holder of a token, or for everybody. */
export function accessOf(operation: Pick<Operation, 'path' | 'token_in' | 'is_public'>): Access {
  if (operation.path === undefined) return 'internal'
  if (operation.is_public) return 'public'
  if (operation.token_in) return 'identity'
  const [, audience] = operation.path.split('/')
  return audience === 'auth' || audience === 'static' ? 'public' : (audience as Access)
}
