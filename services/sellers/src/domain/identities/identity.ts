import type { ActorType } from '@souk/contracts'

/** A way to log in. One per actor type and e-mail; the e-mail is stored in lower case. */
export interface AuthIdentity {
  id: string
  provider: 'emailpass'
  actor_type: ActorType
  email: string
  /** argon2id, PHC string. */
  password_hash: string
  /** The user, member or customer it belongs to; empty while registration is not finished. */
  actor_id: string
  /** Set for sellers' members only. */
  seller_id: string | null
  /** When it was disabled; absent or null: it is enabled. */
  disabled_at?: string | null
  created_at: string
  updated_at: string
}

/**
 * A publishable key is public: it names sales channels and is stored in clear text. Of a secret key only the hash is stored. A
 * revoked key stays on record.
 */
export interface ApiKey {
  id: string
  type: 'publishable' | 'secret'
  title: string
  /** Null for secret keys. */
  token: string | null
  token_sha256: string
  redacted: string
  sales_channel_ids: string[]
  created_by: string | null
  revoked_by: string | null
  revoked_at: string | null
  last_used_at: string | null
  created_at: string
  updated_at: string
}

/** A token's claims about its holder, with Medusa's names. `seller_id` is ours: it scopes `/vendor` requests. */
export function claimsOf({ id, actor_type, actor_id, seller_id, provider }: AuthIdentity) {
  return {
    actor_id,
    actor_type,
    auth_identity_id: id,
    auth_provider: provider,
    app_metadata: actor_id === '' ? {} : { [`${actor_type}_id`]: actor_id },
    user_metadata: {},
    ...(seller_id !== null && { seller_id }),
  }
}
