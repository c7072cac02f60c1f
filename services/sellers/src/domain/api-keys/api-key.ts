import { type ApiKeyFacts, invalidData, notAllowed } from '@souk/contracts'
import type { ApiKey } from '../identities/identity.ts'

/** A key as stored, also after its deletion. */
export type ApiKeyRecord = ApiKey & { deleted_at: string | null }

/** @param now ISO 8601 */
export const isRevoked = ({ revoked_at }: Pick<ApiKey, 'revoked_at'>, now: string) => revoked_at !== null && revoked_at <= now

/** The facts about a key that gateways need. */
export const factsOf = ({ id, type, sales_channel_ids, created_by, revoked_at }: Omit<ApiKeyRecord, 'token'>): ApiKeyFacts => ({
  id,
  type,
  sales_channel_ids,
  ...(created_by != null && { created_by }),
  ...(revoked_at !== null && { revoked_at }),
})

/** The beginning and the end of a key, which are of no use to anybody. */
export const redacted = (token: string) => `${token.slice(0, 6)}***${token.slice(-3)}`

type Change = (key: ApiKeyRecord, context: { now: string }) => ApiKeyRecord

/**
 * The key, revoked in so many seconds; a pending revocation is replaced. A publishable key that is already revoked is revoked
 * again at once, so that it never becomes valid again.
 * @throws invalid_data for a secret key that is already revoked
 */
export const revoking =
  (revoked_by: string | null, seconds: number): Change =>
  (key, { now }) => {
    const isOver = isRevoked(key, now)
    if (isOver && key.type === 'secret') throw invalidData('There are 1 secret keys that are already revoked.')
    const revoked_at = isOver ? now : new Date(Date.parse(now) + seconds * 1000).toISOString()
    return { ...key, revoked_at, revoked_by }
  }

/** The key, unchanged. @throws not_allowed for one that is not revoked */
export const deleting: Change = (key, { now }) => {
  if (!isRevoked(key, now)) throw notAllowed(`Cannot delete api keys that are not revoked - ${key.id}`)
  return key
}

/** @throws invalid_data for a secret key */
export const linkingChannels =
  ({ add = [], remove = [] }: { add?: readonly string[] | undefined; remove?: readonly string[] | undefined }): Change =>
  (key) => {
    if (key.type !== 'publishable') throw invalidData('Sales channels can only be associated with publishable API keys')
    const ids = [...new Set([...key.sales_channel_ids, ...add])].filter((id) => !remove.includes(id))
    const isSame = ids.length === key.sales_channel_ids.length && ids.every((id) => key.sales_channel_ids.includes(id))
    return isSame ? key : { ...key, sales_channel_ids: ids }
  }
