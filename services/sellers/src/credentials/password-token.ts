import { createHash } from 'node:crypto'
import { type DomainEvent, PASSWORD_RESET } from '@souk/contracts'
import type { RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { AuthIdentity } from '../domain/identities/identity.ts'
import { NOBODY, standingOf } from './standing.ts'

const TTL_S = 900

/** The id under which a token is stored. */
export const passwordResetId = (jti: string) => createHash('sha256').update(jti).digest('hex')

/**
 * A token that sets the identity's password, once; the same in every attempt of the request. Gateways verify it like any other,
 * and its actor type may do nothing else.
 * @param identity undefined if nobody has the e-mail; the same work is done, so that the time it takes reveals nothing
 * @param eventsOf the events that send the token, as often as it may be sent; absent: the caller delivers it
 */
export async function issuePasswordToken(
  identity: AuthIdentity | undefined,
  { envelope, command, deadline }: Pick<RequestContext, 'envelope' | 'command' | 'deadline'>,
  deps: Deps,
  eventsOf?: (token: string) => readonly DomainEvent[],
): Promise<string> {
  const { secretFor } = await deps.signingKeys.current(deadline)
  const jti = secretFor(PASSWORD_RESET, envelope.op.text)
  const { since } = await standingOf(identity ?? NOBODY, deps, deadline)
  const iat = Math.max(Math.floor(envelope.op.at / 1000), since)
  const { id: auth_identity_id = '', email = '', provider = '' } = identity ?? {}
  const claims = { actor_type: PASSWORD_RESET, actor_id: '', auth_identity_id, entity_id: email, provider }
  const token = await deps.signingKeys.sign(claims, deadline, { iat, jti, ttl_s: TTL_S })
  const expires_at = new Date((iat + TTL_S) * 1000)
  const reset = { id: passwordResetId(jti), identity_id: identity?.id ?? null, expires_at }
  if (eventsOf)
    await deps.passwordResets.send({ ...reset, events: identity ? eventsOf(token) : [] }, { deadline, fate: command.fate })
  else await deps.passwordResets.keep(reset, { deadline, fate: command.fate })
  return token
}
