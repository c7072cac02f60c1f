import { createInvite as contract, invalidData } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { inviteAnswer } from '../../answers/invite.ts'
import type { Deps } from '../../deps.ts'
import { expiryFrom } from '../../domain/invites/invite.ts'

export const createInvite = implement(contract, async (request, deps: Deps) => {
  const { email, roles, metadata = null } = request.body
  if (roles?.length) throw invalidData(`The following role IDs do not exist: ${[...new Set(roles)].join(', ')}`)
  if (await deps.users.findByEmail(email, request.deadline))
    throw invalidData(`User account for following email(s) already exist: ${email}`)
  const expires_at = expiryFrom(new Date().toISOString())
  const fields = { email, metadata, accepted: false, accepted_by: null, issue: 1, expires_at }
  const key = await deps.signingKeys.current(request.deadline)
  return inviteAnswer(await deps.invites.create(fields, request), key)
})
