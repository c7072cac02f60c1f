import type { Operation } from '@souk/contracts'
import type { RequestOf } from './implement.ts'

export interface MadeBytes {
  data: Uint8Array
  /** The bytes after `data`, made as they are read: a reader that stops early must `return` it. */
  rest?: AsyncGenerator<Uint8Array>
}

interface Cached {
  query: string
  /** The actor that it was made for; null where that makes no difference. */
  actor: string | null
  made: MadeBytes
}

type Asked = Pick<RequestOf<Operation>, 'params' | 'actor'> & { envelope: Pick<RequestOf<Operation>['envelope'], 'query'> }

const cache = new WeakMap<object, Map<string, Cached>>()

/**
 * The bytes of an answer that depends on one state, on the params and the query, and on the actor unless its contract denies
 * that: as long as the state lives they are made once. Of several queries and actors the last ones are cached. Only answers to
 * GET are cached, and none that are streamed.
 */
export async function bytesFrom(
  state: object,
  { name, method, same_for_all }: Operation,
  { params, actor, envelope: { query } }: Asked,
  make: () => Promise<MadeBytes>,
): Promise<MadeBytes> {
  if (method !== 'GET') return make()
  const ofState = cache.get(state) ?? new Map<string, Cached>()
  cache.set(state, ofState)
  const key = `${name} ${Object.values(params as Record<string, string>)}`
  const whose = same_for_all ? null : JSON.stringify(actor)
  const known = ofState.get(key)
  if (known?.query === query && known.actor === whose) return known.made

  const made = await make()
  if (!made.rest) ofState.set(key, { query, actor: whose, made })
  return made
}
