import { register as contract, unauthorized } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { enter } from '../../credentials/enter.ts'
import { issueToken } from '../../credentials/issue-token.ts'
import { hashPassword } from '../../credentials/passwords.ts'
import { provePassword } from '../../credentials/prove-password.ts'
import type { Deps } from '../../deps.ts'
import type { AuthIdentity } from '../../domain/identities/identity.ts'

/**
 * The unique index lets one of several concurrent registrations succeed; a repeat of it finds its own record. An unfinished
 * registration is continued by anyone who knows its password.
 */
export const register = implement(contract, async ({ params, body, newIds, command, deadline }, deps: Deps) => {
  const id = newIds()('authid')
  const email = body.email.toLowerCase()
  const known = await deps.identities.findByEmail(params.actor_type, email, deadline)
  if (known && known.id !== id) return goOn(known, body.password, deps, deadline)

  const now = new Date().toISOString()
  const identity: AuthIdentity = known ?? {
    id,
    provider: 'emailpass',
    actor_type: params.actor_type,
    email,
    password_hash: await hashPassword(body.password),
    actor_id: '',
    seller_id: null,
    created_at: now,
    updated_at: now,
  }
  if (!known && !(await deps.identities.insert(identity, deadline, command.fate))) throw taken()
  return { token: await issueToken(identity, { askedAt: Date.now(), since: 0 }, deps, deadline) }
})

async function goOn(identity: AuthIdentity, password: string, deps: Deps, deadline: number) {
  const askedAt = Date.now()
  const [standing, whose] = await Promise.all([
    provePassword(password, identity, deps, deadline),
    deps.customers.withActor(identity, deps, deadline),
  ])
  if (!standing || whose.actor_id !== '') throw taken()
  return enter(identity, { askedAt, since: standing.since }, deps, deadline)
}

/** It reveals which e-mails are registered, and may refuse a guessed password, so each counts as a failed guess. */
const taken = () => unauthorized('Identity with email already exists', { failed_guess: true })
