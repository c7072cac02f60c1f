import { type Actor, OperationError, unavailable } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import { revocationId } from './revocation.ts'
import { announce, revoke } from './revoke.ts'

/** Most ended sessions of an identity with entries of their own, which last as long as their tokens would be valid. */
export const MAX_ENDED = 20
/** The filled share of the `access` bucket beyond which no session can be ended: the rest is safe from logging in and out. */
const MAX_SHARE = 3 / 4

/**
 * Makes the tokens of a session void, or those of all sessions of its identity if many of these were ended recently: otherwise
 * one log-in could fill the bucket that all revocations need.
 * @param session the `jti` of its first token
 * @throws rate_limited for a session that began in the same second in which all others were ended; unavailable beyond the share;
 * outcome_unknown if the bucket cannot be written
 */
export async function endSession(
  session: string,
  { identity_id, issued_at }: Pick<Extract<Actor, { type: 'identity' }>, 'identity_id' | 'issued_at'>,
  deps: Deps,
  deadline: number,
) {
  const [one, all] = [{ kind: 'token', id: session } as const, { kind: 'identity', id: identity_id } as const]
  const now = new Date()
  const [live, ended, share] = await Promise.all([
    deps.revocations.findLive([revocationId(one), revocationId(all)], now, deadline),
    deps.revocations.countOf(identity_id, MAX_ENDED, deadline),
    deps.access.takenShare(),
  ])
  const present = live.find(({ kind, since }) => kind === 'token' || (since !== null && issued_at < since))
  if (present) return announce(present, deps, deadline)
  if (share > MAX_SHARE) throw unavailable()
  if (ended < MAX_ENDED) return void (await revoke(one, deps, deadline, { holder: identity_id }))
  // Such a token is dated ahead: making it void would also make those void that are issued then.
  const ahead = issued_at - Math.floor(now.getTime() / 1000)
  if (ahead > 0) throw new OperationError('rate_limited', 'Too many sessions were ended; try again later', { retry_after: ahead })
  await revoke(all, deps, deadline)
}
