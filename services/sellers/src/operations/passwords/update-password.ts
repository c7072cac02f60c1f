import { updatePassword as contract, PASSWORD_RESET, unauthorized } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { passwordResetId } from '../../credentials/password-token.ts'
import { hashPassword } from '../../credentials/passwords.ts'
import { removeSecondFactor } from '../../credentials/remove-second-factor.ts'
import { announce, recordRevocation } from '../../credentials/revoke.ts'
import { standingOf } from '../../credentials/standing.ts'
import type { Deps } from '../../deps.ts'
import type { AuthIdentity } from '../../domain/identities/identity.ts'

/**
 * Makes all earlier tokens of the identity void: it is recorded before the password changes, since a stolen token must not
 * outlive it, and again afterwards, for those issued for the old password in the meantime; these may be dated to the first
 * revocation's `since`. Gateways are told last: while they cannot be, the password changes all the same, and the next sync tells
 * them.
 */
export const updatePassword = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, envelope, command, deadline } = request
  if (actor.type !== 'identity' || actor.actor_type !== PASSWORD_RESET || actor.token_id === null) throw invalidToken()
  const identity = await deps.identities.find(actor.identity_id, deadline)
  if (!identity || identity.disabled_at || identity.actor_type !== params.actor_type) throw invalidToken()
  const password_hash = await hashPassword(body.password)
  command.fate.is = 'unknown' // from here on a failure leaves the token used
  if (!(await deps.passwordResets.use(passwordResetId(actor.token_id), identity.id, envelope.op.text, deadline))) {
    command.fate.is = 'open'
    throw invalidToken()
  }
  const tokens = { kind: 'identity', id: identity.id } as const
  await recordRevocation(tokens, deps, deadline)
  await deps.identities.setPassword(identity.id, password_hash, new Date().toISOString(), deadline)
  const { since } = await standingOf(identity, deps, deadline)
  const revocation = await recordRevocation(tokens, deps, deadline, { through: since })
  await Promise.all([announce(revocation, deps, deadline), leaveNoFactor(identity, deps, deadline)])
  return { success: true as const }
})

/**
 * An unfinished registration loses its second factor as well: somebody else may have begun it with this e-mail, and there is no
 * account yet to protect.
 */
async function leaveNoFactor(identity: AuthIdentity, deps: Deps, deadline: number) {
  const { actor_id } = await deps.customers.withActor(identity, deps, deadline)
  if (actor_id === '') await removeSecondFactor(identity.id, deps, deadline)
}

const invalidToken = () => unauthorized('Invalid token')
