import { type Actor, sellerIdOf, unauthorized } from '@souk/contracts'
import { askerOf } from '../domain/members/members.ts'
import type { FoundSeller, SellerStore } from '../stores/sellers.ts'

/** The member that makes a `/vendor` request. @throws unauthorized if the actor is not a member */
export function memberIdOf(actor: Actor): string {
  if (actor.type !== 'member') throw unauthorized()
  return actor.id
}

/** The calling member, with the seller. @throws unauthorized if either was just removed */
export async function findCaller({ actor, deadline }: { actor: Actor; deadline: number }, sellers: Pick<SellerStore, 'find'>) {
  const found: FoundSeller | undefined = await sellers.find(sellerIdOf(actor), deadline)
  if (!found) throw unauthorized()
  return { found, member: askerOf(found.seller, memberIdOf(actor)) }
}
