import { verifyMfaChallenge as contract, notFound, unauthorized } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { issueToken } from '../../credentials/issue-token.ts'
import { standingOf } from '../../credentials/standing.ts'
import { takeCode } from '../../credentials/take-code.ts'
import type { Deps } from '../../deps.ts'

/** The code is counted before it is compared, so that parallel guesses are no more than others. */
export const verifyMfaChallenge = implement(contract, async (request, deps: Deps) => {
  const { params, body, envelope, deadline } = request
  const op = envelope.op.text
  const askedAt = Date.now()
  const challenge = await deps.mfaChallenges.countAttempt(params.id, op, new Date(askedAt), deadline)
  const known = challenge && (await deps.identities.find(challenge.identity_id, deadline))
  if (!known) throw over()
  const identity = await deps.customers.withActor(known, deps, deadline)
  const [{ mayLogIn, since }, factor] = await Promise.all([
    standingOf(identity, deps, deadline),
    deps.mfaFactors.findLive(identity.id, deadline),
  ])
  if (!mayLogIn || challenge.issued_at < since || factor?.status !== 'enabled') throw over()
  if (!(await takeCode(factor, body, request, deps))) throw unauthorized('Invalid MFA code', { failed_guess: true })
  if (!(await deps.mfaChallenges.complete(challenge.id, op, deadline))) throw over()
  return { token: await issueToken(identity, { askedAt, since }, deps, deadline) }
})

/** The same for all reasons. */
const over = () => notFound('MFA challenge was not found or is over; log in again', { failed_guess: true })
