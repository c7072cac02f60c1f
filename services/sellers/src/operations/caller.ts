import { type Actor, sellerIdOf, unauthorized } from '@souk/contracts'
import { askerOf } from '../domain/members/members.ts'
import type { FoundSeller, SellerStore } from '../stores/sellers.ts'

/** The member that a `/vendor` request comes from. @throws unauthorized when the actor is none */
export function memberIdOf(actor: Actor): string {
  if (actor.type !== 'member') throw unauthorized()
  return actor.id
}

/** The living member who asks, with the seller. @throws unauthorized when either was removed a moment ago */
export async function findCaller({ actor, deadline }: { actor: Actor; deadline: number }, sellers: Pick<SellerStore, 'find'>) {
  const found: FoundSeller | undefined = await sellers.find(sellerIdOf(actor), deadline)
  if (!found) throw unauthorized()
  return { found, member: askerOf(found.seller, memberIdOf(actor)) }
}
