import { registerSeller as contract, handleOf, unauthorized } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { alreadyRequested, alreadySeller, handleTaken, isInTheWay, requestOf } from '../../domain/requests/request.ts'

/** The unique index lets one of an identity's concurrent requests succeed. */
export const registerSeller = implement(contract, async (request, deps: Deps) => {
  const { body, actor, newIds, deadline } = request
  if (actor.type !== 'identity' || actor.actor_type !== 'seller') throw unauthorized()
  if (actor.id !== '') throw alreadySeller()
  const { identity_id } = actor
  const handle = handleOf(body.name)
  const [earlier, namesake] = await Promise.all([
    deps.requests.listRegistrations(identity_id, deadline),
    deps.sellers.findByHandle(handle, deadline),
  ])
  // Read after the requests: one that was pending, and is accepted now, has claimed it.
  const identity = await deps.identities.find(identity_id, deadline)
  if (!identity || identity.disabled_at) throw unauthorized()
  const own = newIds()('req')
  // An earlier attempt of the same request is repeated, whatever has become of it.
  if (!earlier.some(({ id }) => id === own)) {
    if (isInTheWay(earlier, identity.actor_id)) throw alreadyRequested()
    if (identity.actor_id !== '') throw alreadySeller()
    if (namesake !== undefined) throw handleTaken(handle)
  }
  await deps.requests.create(requestOf(body, identity), request)
  return { ok: true as const }
})
