import { invalidData, type MemberInvite } from '@souk/contracts'
import type { MemberRecord } from '../sellers/seller.ts'

/** A member invite as stored: its token is not stored anywhere. */
export interface MemberInviteRecord extends Omit<MemberInvite, 'seller'> {
  /** The identity that accepted it; null if none has. */
  accepted_by: string | null
}

export const MEMBER_INVITE_TTL_S = 7 * 86_400

/** The purpose with which its token's secret is derived. */
export const MEMBER_INVITE = 'member-invite'

/** @throws invalid_data if another one has accepted it, or it has expired. @param now ISO 8601 */
export function assertOpenFor({ accepted, accepted_by, expires_at }: MemberInviteRecord, identity_id: string, now: string) {
  if (accepted_by === identity_id) return
  if (accepted) throw invalidData('The invite has already been accepted')
  if (expires_at <= now) throw invalidData('The invite has expired')
}

/** The accepted invite; unchanged if this identity has already accepted it. @throws as `assertOpenFor` */
export const acceptedBy =
  (identity_id: string) =>
  (invite: MemberInviteRecord, { now }: { now: string }): MemberInviteRecord => {
    assertOpenFor(invite, identity_id, now)
    return invite.accepted_by === identity_id ? invite : { ...invite, accepted: true, accepted_by: identity_id }
  }

/** The member that an accepted invite creates. */
export const invitedMember = (
  { email, role, seller_id }: MemberInviteRecord,
  { id, name }: Pick<MemberRecord, 'id' | 'name'>,
  now: string,
): MemberRecord => ({
  id,
  role,
  email,
  name,
  bio: null,
  phone: null,
  photo: null,
  seller_id,
  created_at: now,
  updated_at: now,
  deleted_at: null,
})
