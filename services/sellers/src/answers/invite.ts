import type { Invite } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'
import type { CurrentKey } from '../credentials/signing-keys.ts'
import { INVITE_TTL_S, type InviteRecord, secretOf } from '../domain/invites/invite.ts'

/** An invite as shown in answers. The token stays the same until the invite is resent. */
export async function shownInvite({ issue, accepted_by: _, ...invite }: InviteRecord, key: CurrentKey): Promise<Invite> {
  const { id, email, expires_at } = invite
  const iat = Math.floor(Date.parse(expires_at) / 1000) - INVITE_TTL_S
  const jti = secretOf({ id, issue }, key.secretFor)
  return { ...invite, token: await key.sign({ id, email }, { iat, jti, ttl_s: INVITE_TTL_S, audience: 'invite' }) }
}

/** Its `ETag` covers the key as well: with another one the shown token is another one, while the invite itself is unchanged. */
export const inviteAnswer = async ({ record, revision }: FoundRecord<InviteRecord>, key: CurrentKey) =>
  new Answer({ invite: await shownInvite(record, key) }, { revision, others: { kid: key.kid } })
