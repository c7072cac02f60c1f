import { randomBytes } from 'node:crypto'
import { asksOthers, JsonText, LongList, mutates, type Operation, type Selection, scopeOf, selectFields } from '@souk/contracts'
import { assertMatch, etagOf } from '../etag.ts'
import { bytesFrom, type MadeBytes } from './answer-bytes.ts'
import { type FindProducts, withAskedProducts } from './asked-products.ts'
import { Answer, type Handler, type RequestOf } from './implement.ts'
import { serialise, serialiseLong } from './serialise.ts'
import type { ServiceReply } from './service-reply.ts'

export interface AnsweringWith<Deps> {
  deps: Deps
  findProducts: FindProducts
}

/**
 * Runs the handler and makes the final bytes: fills in the catalogue fields that `fields` asks for, applies `fields`, and
 * serialises once.
 */
export async function answerRequest<Deps>(
  { operation, run }: Handler<Deps>,
  request: RequestOf<Operation>,
  { deps, findProducts }: AnsweringWith<Deps>,
): Promise<ServiceReply> {
  const result = await run(request, deps)
  const { body, from, session_token, revision, ...shown } = result instanceof Answer ? result : new Answer(result)
  // A write checks `If-Match` when it is decided; for a read the revision is known only now.
  if (!mutates(operation)) assertMatch(request.command.if_match, revision)
  const showsOthers = operation.selects !== undefined && asksOthers(request.selection)
  const make = async (): Promise<MadeBytes> => {
    const made = (typeof body === 'function' ? await body() : body) as Record<string, unknown>
    const selected = await applySelection(operation, made, request, findProducts)
    const rest = serialiseLong(selected)
    return rest ? { data: new Uint8Array(0), rest } : { data: await serialise(selected) }
  }
  // Other owners' records change without the state.
  const bytes = await (from && !showsOthers ? bytesFrom(from, operation, request, make) : make())
  const { data, rest } = bytes
  const others = showsOthers ? 'anywhere' : shown.others
  // The bytes of a streamed answer are not known yet: it gets a unique ETag.
  const seen = rest ? { data: randomBytes(16) } : bytes
  const etag = etagOf({ revision, others }, seen, isOwn(operation) ? scopeOf(request.actor) : undefined)
  return {
    status: operation.status,
    data,
    ...(rest && { rest }),
    ...(etag !== undefined && { etag }),
    ...(session_token !== undefined && { session_token }),
  }
}

/** `/vendor/me` and its like: the caller decides which record is shown, not the path. */
const isOwn = (operation: Operation) => !mutates(operation) && operation.path?.includes(':') === false

async function applySelection(
  { selects }: Operation,
  body: Record<string, unknown>,
  request: RequestOf<Operation>,
  findProducts: FindProducts,
): Promise<Record<string, unknown>> {
  const { selection, query } = request
  if (!selects || selection.all) return body
  const byDefault = (query as { fields?: string }).fields === undefined
  const shown = [selects.key, ...(selects.also ?? [])].map(async (key) => {
    const filled = await withAskedProducts(body[key], request, findProducts, { byDefault })
    return [key, shownOf(filled, selection)] as const
  })
  return { ...body, ...Object.fromEntries(await Promise.all(shown)) }
}

function shownOf(record: unknown, selection: Selection): unknown {
  // `JsonText` was selected when it was made.
  const show = (one: unknown) => (one instanceof JsonText ? one : selectFields(selection, one))
  return Array.isArray(record) || record instanceof LongList ? record.map(show) : show(record)
}
