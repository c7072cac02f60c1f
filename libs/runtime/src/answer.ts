import {
  accessOf,
  compileFields,
  invalidRequest,
  JsonText,
  mutates,
  type Operation,
  type Selection,
  scopeOf,
  selectFields,
} from '@souk/contracts'
import { bytesFrom } from './answer-bytes.ts'
import type { ReceivedEnvelope } from './envelope.ts'
import { assertMatch, etagOf, revisionsIn } from './etag.ts'
import type { Fate } from './fate.ts'
import { idsFrom } from './ids.ts'
import { Answer, type Handler, passOn, type RequestOf } from './implement.ts'
import { CLIENT_LIMITS, parseJsonBody, SERVICE_LIMITS } from './json.ts'
import type { Logger } from './logger.ts'
import { LongList } from './long-list.ts'
import { parseQueryString } from './query-string.ts'
import { serialise, serialiseLong } from './serialise.ts'

export interface Answered {
  status: number
  data: Uint8Array
  /** What comes after `data`, made as it is read: whoever does not read it to its end must `return` it. */
  rest?: AsyncGenerator<Uint8Array>
  etag?: string
  /** Of a session that begins. */
  session_token?: string
}

/** What one message asks for, checked against its contract. */
export interface Validated extends Pick<RequestOf<Operation>, 'params' | 'query' | 'body' | 'selection'> {
  if_match: number[] | undefined
}

/** Validates one message against its contract, once. @throws invalid_data naming every problem */
export function validateRequest(operation: Operation, envelope: ReceivedEnvelope, data: Uint8Array): Validated {
  const query =
    envelope.query === '' ? checkNothing(operation, 'query') : check(operation, 'query', parseQueryString(envelope.query))
  const params = check(operation, 'params', envelope.params)
  const limits = accessOf(operation) === 'internal' ? SERVICE_LIMITS : CLIENT_LIMITS
  const body = data.length === 0 ? checkNothing(operation, 'body') : check(operation, 'body', parseJsonBody(data, limits))
  return { params, query, body, selection: selectionOf(operation, query), if_match: revisionsIn(operation, envelope.if_match) }
}

export interface Surroundings {
  makeLog: () => Logger
  onWait: () => void
  only_repeat: boolean
  contested: boolean
  fate: Fate
}

/** The request as a handler sees it; its op-id, and so its ids, are the envelope's. A class, because one is made for every message. */
export class HandlerRequest implements RequestOf<Operation> {
  readonly params
  readonly query
  readonly body
  readonly selection
  readonly actor
  readonly envelope
  readonly deadline
  readonly command
  readonly newIds
  readonly passOn
  readonly #makeLog

  constructor(validated: Validated, envelope: ReceivedEnvelope, { makeLog, ...command }: Surroundings) {
    const { op, deadline } = envelope
    this.params = validated.params as RequestOf<Operation>['params']
    this.query = validated.query
    this.body = validated.body
    this.selection = validated.selection
    this.actor = envelope.actor
    this.envelope = envelope
    this.deadline = deadline
    const keep_op = envelope.idempotency_key !== undefined
    this.command = { ...command, op, deadline, if_match: validated.if_match, keep_op }
    this.newIds = () => idsFrom(op)
    this.passOn = () => passOn(envelope)
    this.#makeLog = makeLog
  }

  get log(): Logger {
    return this.#makeLog()
  }
}

function check(operation: Operation, part: 'query' | 'params' | 'body', input: unknown): unknown {
  const parsed = operation[part].safeParse(input)
  if (parsed.success) return parsed.data
  throw invalidRequest(parsed.error.issues, { input, operation, part })
}

const nothing = { query: new WeakMap<Operation, unknown>(), body: new WeakMap<Operation, unknown>() }

/** No query, or no body, means the same in every request: it is worked out once per operation, and frozen. */
function checkNothing(operation: Operation, part: 'query' | 'body'): unknown {
  if (!nothing[part].has(operation)) nothing[part].set(operation, Object.freeze(check(operation, part, {})))
  return nothing[part].get(operation)
}

const EVERYTHING = { all: true } as Selection

function selectionOf({ selects }: Operation, query: unknown): Selection {
  if (!selects) return EVERYTHING
  const { fields } = query as { fields?: string }
  return compileFields(selects.schema, fields, selects.defaults, selects.companions)
}

/** Runs the handler and makes the final bytes: `fields` applied, serialised once. */
export async function runHandler<Deps>(
  { operation, run }: Handler<Deps>,
  request: RequestOf<Operation>,
  deps: Deps,
): Promise<Answered> {
  const result = await run(request, deps)
  const { body, from, session_token, ...shown } = result instanceof Answer ? result : new Answer(result)
  // A write was refused where it was decided; of a read it is known only now.
  if (!mutates(operation)) assertMatch(request.command.if_match, shown.revision)
  let rest: AsyncGenerator<Uint8Array> | undefined
  const make = async () => {
    const made = (typeof body === 'function' ? await body() : body) as Record<string, unknown>
    const selected = applySelection(operation, made, request.selection)
    rest = serialiseLong(selected)
    return rest ? new Uint8Array(0) : serialise(selected)
  }
  const data = await (from ? bytesFrom(from, operation, request, make) : make())
  const etag = etagOf(shown, data, isOwn(operation) ? scopeOf(request.actor) : undefined)
  return {
    status: operation.status,
    data,
    ...(rest && { rest }),
    ...(etag !== undefined && { etag }),
    ...(session_token !== undefined && { session_token }),
  }
}

/** `/vendor/me` and its like: the path names no record, who asks does. */
const isOwn = (operation: Operation) => !mutates(operation) && operation.path?.includes(':') === false

function applySelection({ selects }: Operation, body: Record<string, unknown>, selection: Selection): Record<string, unknown> {
  if (!selects || selection.all) return body
  const selected = body[selects.key]
  // What comes as JSON was selected when it was made.
  const show = (record: unknown) => (record instanceof JsonText ? record : selectFields(selection, record))
  const isList = Array.isArray(selected) || selected instanceof LongList
  return { ...body, [selects.key]: isList ? selected.map(show) : show(selected) }
}
