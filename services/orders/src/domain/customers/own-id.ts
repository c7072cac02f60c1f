import { type Actor, unauthorized } from '@souk/contracts'

/** The customer who asks. @throws unauthorized for guests */
export function ownCustomerId(actor: Actor): string {
  if (actor.type !== 'storefront' || actor.customer_id === null) throw unauthorized()
  return actor.customer_id
}
