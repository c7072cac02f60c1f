import { createHash } from 'node:crypto'
import { type ApiKeyFacts, findApiKey, overloaded } from '@souk/contracts'
import { type AccessBucket, accessKeys, type Bus, ownEnvelope } from '@souk/runtime'
import { LRUCache } from 'lru-cache'

const LOOK_UP_MS = 2000
const MAX_LOOK_UPS = 20
const MAX_KEY_LENGTH = 256
/** Well below the second within which a revocation must take effect everywhere. */
const FOUND = { max: 10_000, ttl: 500 }
const UNKNOWN = { max: 10_000, ttl: 1000 }

/**
 * Finds API keys in the `access` bucket; a key that is not there (yet) is looked up in `sellers` once: a negative answer is
 * cached for a second, a positive one for half a second.
 */
export function createKeyFinder(access: AccessBucket, bus: Bus) {
  const found = new LRUCache<string, ApiKeyFacts>(FOUND)
  const unknown = new LRUCache<string, true>(UNKNOWN)
  const asking = new Map<string, Promise<ApiKeyFacts | undefined>>()

  /** @throws overloaded if too many unknown keys are being looked up, unavailable if `sellers` does not answer */
  return async function findKey(token: string): Promise<ApiKeyFacts | undefined> {
    if (token.length > MAX_KEY_LENGTH) return undefined
    const hash = createHash('sha256').update(token).digest('hex')
    const known = access.get(accessKeys.apiKey(hash)) ?? found.get(hash)
    if (known) return isRevoked(known) ? undefined : known
    if (unknown.has(hash)) return undefined
    const asked = asking.get(hash)
    if (asked) return asked
    if (asking.size >= MAX_LOOK_UPS) throw overloaded() // a flood of invented keys must not become a flood of look-ups
    const answer = ask(hash).finally(() => asking.delete(hash))
    asking.set(hash, answer)
    return answer
  }

  async function ask(token_sha256: string): Promise<ApiKeyFacts | undefined> {
    const { api_key } = await bus.call(findApiKey, { body: { token_sha256 } }, ownEnvelope('gateway', LOOK_UP_MS))
    if (api_key) found.set(token_sha256, api_key)
    else unknown.set(token_sha256, true)
    return api_key ?? undefined
  }
}

const isRevoked = ({ revoked_at }: ApiKeyFacts) => revoked_at !== undefined && Date.parse(revoked_at) <= Date.now()

export type FindKey = ReturnType<typeof createKeyFinder>
