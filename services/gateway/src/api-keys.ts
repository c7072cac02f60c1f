import { createHash } from 'node:crypto'
import { type ApiKeyFacts, findApiKey } from '@souk/contracts'
import { type AccessBucket, type Bus, ownEnvelope } from '@souk/runtime'
import { LRUCache } from 'lru-cache'

const LOOK_UP_MS = 2000
const MAX_LOOK_UPS = 20

/** Finds API keys in the `access` bucket; one that is not there is asked for once from `sellers`, a "no" is kept for a second. */
export function createKeyFinder(access: AccessBucket, bus: Bus) {
  const unknown = new LRUCache<string, true>({ max: 10_000, ttl: 1000 })
  const asking = new Map<string, Promise<ApiKeyFacts | undefined>>()

  return async function findKey(token: string): Promise<ApiKeyFacts | undefined> {
    const hash = createHash('sha256').update(token).digest('hex')
    const known = access.get(`key.${hash}`) as ApiKeyFacts | undefined
    if (known || unknown.has(hash)) return known
    const asked = asking.get(hash)
    if (asked) return asked
    if (asking.size >= MAX_LOOK_UPS) return undefined // a flood of invented keys must not become a flood of look-ups
    const answer = ask(hash).finally(() => asking.delete(hash))
    asking.set(hash, answer)
    return answer
  }

  async function ask(token_sha256: string): Promise<ApiKeyFacts | undefined> {
    const { api_key } = await bus.call(findApiKey, { body: { token_sha256 } }, ownEnvelope('gateway', LOOK_UP_MS))
    if (api_key) return api_key
    unknown.set(token_sha256, true)
    return undefined
  }
}

export type FindKey = ReturnType<typeof createKeyFinder>
