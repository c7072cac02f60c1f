import { type Actor, OperationError, unavailable } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import { revocationId } from './revocation.ts'
import { announce, revoke } from './revoke.ts'

/**
 * Sessions of one identity that are ended one by one, as long as their tokens would be valid: each is an entry of its own.
 */
export const MAX_ENDED = 20
/** Share of the `access` bucket beyond which no session ends: nobody takes the rest by logging in and out. */
const MAX_SHARE = 3 / 4

/**
 * Makes the tokens of a session void; those of all sessions of its identity, where many of these were ended lately: otherwise one
 * log-in could fill the bucket that all revocations go through.
 * @param session the `jti` of its first token
 * @throws rate_limited for a session that began in the very second in which all others were ended, unavailable beyond the share
 * and when the bucket cannot be written
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
  if (ended < MAX_ENDED) return void (await revoke(one, deps, deadline, identity_id))
  // Such a token is of the next second: what makes it void would make those void that are given out then.
  const ahead = issued_at - Math.floor(now.getTime() / 1000)
  if (ahead > 0) throw new OperationError('rate_limited', 'Too many sessions were ended; try again later', { retry_after: ahead })
  await revoke(all, deps, deadline)
}
