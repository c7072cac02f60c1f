import { getOwnUser as contract, unauthorized, userIdOf } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

/** A secret key acts for nobody; a user who was just removed gets 401. */
export const getOwnUser = implement(contract, async ({ actor, deadline }, { users }: Deps) => {
  const found = await users.find(userIdOf(actor), deadline)
  if (!found) throw unauthorized()
  return new Answer({ user: found.record }, { revision: found.revision })
})
