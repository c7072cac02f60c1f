import { createUserPasswordToken as contract, notFound } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { issuePasswordToken } from '../../credentials/password-token.ts'
import type { Deps } from '../../deps.ts'

export const createUserPasswordToken = implement(contract, async (request, deps: Deps) => {
  const { params, deadline } = request
  const { record } = await deps.users.get(params.id, deadline)
  const identity = await deps.identities.findOfActor('user', params.id, deadline)
  if (!identity) throw notFound(`Provider identity with entity_id ${record.email} and provider emailpass not found`)
  return { token: await issuePasswordToken(identity, request, deps) }
})
