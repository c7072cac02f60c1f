import { unauthorized } from './errors.ts'

/**
 * The authenticated caller, sent by the gateway in the `actor` header of every message. Services trust it because only gateways,
 * and services that pass it on, may publish on their subjects.
 */
export type Actor =
  | { type: 'anonymous' }
  /** An administrator with the bearer token of a user; `id` is the user's. */
  | { type: 'user'; id: string; identity_id: string | null }
  /** An administrator with a secret API key; `id` is the key's. `created_by`: the user who created it, if known. */
  | { type: 'secret-key'; id: string; identity_id: string | null; created_by?: string | null }
  /** A seller's member. `seller_id` comes from the verified token and scopes every `/vendor` query. */
  | { type: 'member'; id: string; seller_id: string; identity_id: string }
  /** A storefront client: the publishable key's id and sales channels (none: bound to none); `customer_id` is null for guests. */
  | { type: 'storefront'; id: string; sales_channel_ids: readonly string[]; customer_id: string | null }
  /**
   * The holder of a token of any actor type. `id`: of the user, member or customer; empty until registration is finished.
   * `token_id`: the `jti`; null for tokens of another issuer without one. `session_id`: null if the token belongs to no session.
   * `issued_at`: seconds since the epoch.
   */
  | {
      type: 'identity'
      id: string
      actor_type: string
      identity_id: string
      token_id: string | null
      session_id: string | null
      issued_at: number
    }
  /** A service acting for itself, such as a sweeper. */
  | { type: 'service'; id: string }

export type StorefrontActor = Extract<Actor, { type: 'storefront' }>

export const ANONYMOUS: Actor = { type: 'anonymous' }

/** Whether the caller is not identified: all guests of a storefront share its publishable key, which is public. */
export const isUnnamed = (actor: Actor) =>
  actor.type === 'anonymous' || (actor.type === 'storefront' && actor.customer_id === null)

/** A text that identifies the actor, for scoping idempotency keys; all unnamed callers of a type share one. */
export function scopeOf(actor: Actor): string {
  if (actor.type === 'anonymous') return 'anonymous'
  if (actor.type === 'storefront') return `storefront:${actor.id}:${actor.customer_id ?? ''}`
  // An unfinished registration has no id but that of its log-in.
  return `${actor.type}:${actor.id === '' && actor.type === 'identity' ? actor.identity_id : actor.id}`
}

/** The id of the customer who asks. @throws unauthorized for guests, and for actors of other types */
export function customerIdOf(actor: Actor): string {
  if (actor.type !== 'storefront' || actor.customer_id === null) throw unauthorized()
  return actor.customer_id
}

/** The seller that a `/vendor` request acts for. @throws unauthorized if the actor is not a member */
export function sellerIdOf(actor: Actor): string {
  if (actor.type !== 'member') throw unauthorized()
  return actor.seller_id
}

/** The administrator who asks. @throws unauthorized for a secret API key, which acts for nobody, and for actors of other types */
export function userIdOf(actor: Actor): string {
  if (actor.type !== 'user') throw unauthorized()
  return actor.id
}

/** The administrator that made a record or a change; null for everybody else. */
export const administratorIdOf = (actor: Actor): string | null =>
  actor.type === 'user' || actor.type === 'secret-key' ? actor.id : null
