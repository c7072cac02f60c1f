import { type Actor, unauthorized } from '@souk/contracts'

/** The seller that a `/vendor` request acts for. @throws unauthorized when the actor is no member */
export function sellerIdOf(actor: Actor): string {
  if (actor.type !== 'member') throw unauthorized()
  return actor.seller_id
}
