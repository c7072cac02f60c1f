import { registerSeller as contract, handleOf, unauthorized } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { AuthIdentity } from '../../domain/identities/identity.ts'
import { alreadyRequested, alreadySeller, handleTaken, requestOf } from '../../domain/requests/request.ts'

/** The unique index lets one of an identity's concurrent requests succeed. */
export const registerSeller = implement(contract, async (request, deps: Deps) => {
  const { body, actor, newIds, deadline } = request
  if (actor.type !== 'identity' || actor.actor_type !== 'seller') throw unauthorized()
  if (actor.id !== '') throw alreadySeller()
  const identity = await deps.identities.find(actor.identity_id, deadline)
  if (!identity || identity.disabled_at) throw unauthorized()
  await assertNothingInTheWay(identity, { id: newIds()('req'), handle: handleOf(body.name) }, deps, deadline)
  await deps.requests.create(requestOf(body, identity), request)
  return { ok: true as const }
})

/** Ignores the record of an earlier attempt of the same request. */
async function assertNothingInTheWay(
  { id: identity_id, actor_id }: AuthIdentity,
  { id, handle }: { id: string; handle: string },
  { requests, sellers }: Deps,
  deadline: number,
) {
  const [open, namesake] = await Promise.all([requests.findOpen(identity_id, deadline), sellers.findByHandle(handle, deadline)])
  if (open === id) return
  if (open !== undefined) throw alreadyRequested()
  if (actor_id !== '') throw alreadySeller()
  if (namesake !== undefined) throw handleTaken(handle)
}
