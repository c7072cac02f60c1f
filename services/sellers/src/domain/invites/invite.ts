import type { Invite } from '@souk/contracts'

/** An invite as stored: its token is derived whenever it is shown. */
export interface InviteRecord extends Omit<Invite, 'token'> {
  /** How often it was sent, each time with a different token. */
  issue: number
  /** The identity that accepted it; null if none has. */
  accepted_by: string | null
}

export const INVITE_TTL_S = 86_400

/** @param now ISO 8601 */
export const expiryFrom = (now: string) => new Date(Date.parse(now) + INVITE_TTL_S * 1000).toISOString()

/** The unguessable part of its token. */
export const secretOf = ({ id, issue }: Pick<InviteRecord, 'id' | 'issue'>, secretFor: (purpose: string, of: string) => string) =>
  secretFor('invite', `${id}:${issue}`)

type Change = (invite: InviteRecord, context: { now: string }) => InviteRecord

export const sendingAgain: Change = (invite, { now }) => ({ ...invite, issue: invite.issue + 1, expires_at: expiryFrom(now) })

export const acceptingBy =
  (identity_id: string): Change =>
  (invite) => ({ ...invite, accepted: true, accepted_by: identity_id })

/** Whether this identity may accept it, or has already done so. @param now ISO 8601 */
export const isOpenFor = ({ deleted_at, expires_at, accepted_by }: InviteRecord, identity_id: string, now: string) =>
  deleted_at === null ? expires_at > now : accepted_by === identity_id
