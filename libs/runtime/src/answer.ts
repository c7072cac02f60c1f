import {
  accessOf,
  compileFields,
  invalidData,
  invalidRequest,
  JsonText,
  type Operation,
  type Selection,
  selectFields,
  takesIfMatch,
} from '@souk/contracts'
import { bytesFrom } from './answer-bytes.ts'
import type { ReceivedEnvelope } from './envelope.ts'
import type { Fate } from './fate.ts'
import { idsFrom } from './ids.ts'
import { Answer, type Handler, passOn, type RequestOf } from './implement.ts'
import { CLIENT_LIMITS, parseJsonBody, SERVICE_LIMITS } from './json.ts'
import type { Logger } from './logger.ts'
import { parseQueryString } from './query-string.ts'
import { serialise } from './serialise.ts'

export interface Answered {
  status: number
  data: Uint8Array
  etag?: string
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
  return compileFields(selects.schema, fields, selects.defaults)
}

/** `"3"`, `"3", "4"` or `*`; weak tags never match a mutation. @throws invalid_data when malformed */
function revisionsIn(operation: Operation, ifMatch: string | undefined): number[] | undefined {
  if (ifMatch === undefined) return undefined
  if (!takesIfMatch(operation))
    throw invalidData('If-Match is for changes of one record that has an ETag: this request takes none')
  if (ifMatch.trim() === '*') return undefined
  return ifMatch.split(',').map((tag) => {
    const match = /^(?:W\/)?"(\d{1,15})"$/.exec(tag.trim())
    if (!match) throw invalidData('If-Match must be "*" or quoted revisions as they stand in ETag')
    return tag.trim().startsWith('W/') ? -1 : Number(match[1])
  })
}

/** Runs the handler and makes the final bytes: `fields` applied, serialised once. */
export async function runHandler<Deps>(
  { operation, run }: Handler<Deps>,
  request: RequestOf<Operation>,
  deps: Deps,
): Promise<Answered> {
  const result = await run(request, deps)
  const { body, revision, from } = result instanceof Answer ? result : new Answer(result)
  const make = async () => {
    const made = (typeof body === 'function' ? await body() : body) as Record<string, unknown>
    return serialise(applySelection(operation, made, request.selection))
  }
  const data = await (from ? bytesFrom(from, operation, request, make) : make())
  return { status: operation.status, data, ...(revision !== undefined && { etag: `"${revision}"` }) }
}

function applySelection({ selects }: Operation, body: Record<string, unknown>, selection: Selection): unknown {
  if (!selects || selection.all) return body
  const selected = body[selects.key]
  // What comes as JSON was selected when it was made.
  const show = (record: unknown) => (record instanceof JsonText ? record : selectFields(selection, record))
  return { ...body, [selects.key]: Array.isArray(selected) ? selected.map(show) : show(selected) }
}
