import type { Operation } from '@souk/contracts'
import type { RequestContext, RequestOf } from './implement.ts'

export interface MadeBytes {
  data: Uint8Array
  /** The bytes after `data`, made as they are read; a reader that stops early must call `return`. */
  rest?: AsyncGenerator<Uint8Array>
  /** The digest of `data`, once an `ETag` needed it. */
  digest?: string
}

interface Cached {
  query: string
  /** The actor that it was made for; null if that makes no difference. */
  actor: string | null
  made: MadeBytes
}

type Asked = Pick<RequestOf<Operation>, 'params' | 'actor'> & { envelope: Pick<RequestContext['envelope'], 'query'> }

const cache = new WeakMap<object, Map<string, Cached>>()

/**
 * The bytes of an answer that depends only on one state, the params, the query and, unless the contract is `sameForAll`, the
 * actor. They are made once and cached for as long as the state lives, for the latest query and actor. Only answers to GET are
 * cached, and no streamed ones.
 */
export async function bytesFrom(
  state: object,
  { name, method, sameForAll }: Operation,
  { params, actor, envelope: { query } }: Asked,
  make: () => Promise<MadeBytes>,
): Promise<MadeBytes> {
  if (method !== 'GET') return make()
  const ofState = cache.get(state) ?? new Map<string, Cached>()
  cache.set(state, ofState)
  const key = `${name} ${Object.values(params as Record<string, string>)}`
  const whose = sameForAll ? null : JSON.stringify(actor)
  const known = ofState.get(key)
  if (known?.query === query && known.actor === whose) return known.made

  const made = await make()
  if (!made.rest) ofState.set(key, { query, actor: whose, made })
  return made
}
