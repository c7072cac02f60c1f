import { type Actor, forbidden, notFound, sellerIdOf } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import type { FoundList, ListOwner } from '../stores/price-lists.ts'

interface Caller {
  actor: Actor
  deadline: number
}

const isAdministrator = ({ type }: Actor) => type === 'user' || type === 'secret-key'

/** Sellers see their own lists, administrators all. @throws for any other actor */
export const listOwner = (actor: Actor): ListOwner => (isAdministrator(actor) ? 'anybody' : { seller_id: sellerIdOf(actor) })

/** The refusal if the caller has no such list: a seller does not learn whether others have it. */
export const missingPriceList = (id: string, actor: Actor) =>
  isAdministrator(actor) ? notFound(`Price lists with id: ${id} was not found`) : forbidden()

/** A list that the caller may see. @throws the refusal of `missingPriceList` */
export async function getVisibleList(id: string, { actor, deadline }: Caller, { priceLists }: Deps): Promise<FoundList> {
  const found = await priceLists.find(id, listOwner(actor), deadline)
  if (!found) throw missingPriceList(id, actor)
  return found
}
