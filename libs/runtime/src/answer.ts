import {
  accessOf,
  compileFields,
  invalidData,
  invalidRequest,
  type Operation,
  type Selection,
  selectFields,
} from '@souk/contracts'
import type { ReceivedEnvelope } from './envelope.ts'
import { idsFrom } from './ids.ts'
import { Answer, type Handler, passOn, type RequestOf } from './implement.ts'
import { parseJsonBody } from './json.ts'
import type { Logger } from './logger.ts'
import { parseQueryString } from './query-string.ts'

export interface Answered {
  status: number
  data: Uint8Array
  etag?: string
}

const encoder = new TextEncoder()

/** Validates one message against its contract, once. @throws invalid_data naming every problem */
export function readRequest(operation: Operation, envelope: ReceivedEnvelope, data: Uint8Array, makeLog: () => Logger, onWait: () => void): RequestOf<Operation> {
  const query = check(operation, 'query', parseQueryString(envelope.query))
  const params = check(operation, 'params', envelope.params)
  const body = check(operation, 'body', parseJsonBody(data))
  const { op, deadline } = envelope
  return {
    params,
    query,
    body,
    actor: envelope.actor,
    selection: selectionOf(operation, query),
    envelope,
    deadline,
    newIds: () => idsFrom(op),
    passOn: () => passOn(envelope),
    command: { op, deadline, if_match: revisionsIn(envelope.if_match), keep_op: envelope.idempotency_key !== undefined, onWait },
    get log() {
      return makeLog()
    },
  }
}

function check(operation: Operation, part: 'query' | 'params' | 'body', input: unknown): unknown {
  const parsed = operation[part].safeParse(input)
  if (parsed.success) return parsed.data
  throw invalidRequest(parsed.error.issues, input, accessOf(operation), part)
}

const EVERYTHING = { all: true } as Selection

function selectionOf({ selects }: Operation, query: unknown): Selection {
  if (!selects) return EVERYTHING
  const { fields } = query as { fields?: string }
  return compileFields(selects.schema, fields, selects.defaults)
}

/** `"3"`, `"3", "4"` or `*`; weak tags never match a mutation. @throws invalid_data when malformed */
function revisionsIn(ifMatch: string | undefined): number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  return ifMatch.split(',').map((tag) => {
    const match = /^(?:W\/)?"(\d{1,15})"$/.exec(tag.trim())
    if (!match) throw invalidData('If-Match must be "*" or quoted revisions as they stand in ETag')
    return tag.trim().startsWith('W/') ? -1 : Number(match[1])
  })
}

/** Runs the handler and makes the final bytes: `fields` applied, serialised once. */
export async function runHandler<Deps>({ operation, run }: Handler<Deps>, request: RequestOf<Operation>, deps: Deps): Promise<Answered> {
  const result = await run(request, deps)
  const { body, revision } = result instanceof Answer ? result : new Answer(result)
  const shown = applySelection(operation, body as Record<string, unknown>, request.selection)
  const data = encoder.encode(JSON.stringify(shown))
  return { status: operation.status, data, ...(revision !== undefined && { etag: `"${revision}"` }) }
}

function applySelection({ selects }: Operation, body: Record<string, unknown>, selection: Selection): unknown {
  if (!selects || selection.all) return body
  const selected = body[selects.key]
  const shown = Array.isArray(selected) ? selected.map((record) => selectFields(selection, record)) : selectFields(selection, selected as object)
  return { ...body, [selects.key]: shown }
}
