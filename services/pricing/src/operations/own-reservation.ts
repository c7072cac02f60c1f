import { forbidden, sellerIdOf } from '@souk/contracts'
import type { FoundRecord, RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { KnownReservation, ReservationRecord } from '../stores/reservations.ts'
import { ownLocations } from './stock-locations/own-locations.ts'

type Request = Pick<RequestContext, 'actor' | 'deadline' | 'passOn'> & { params: { id: string } }
type Stores = Pick<Deps, 'products' | 'stockLocations' | 'orders'>

/** The ids of members, of any seller, begin like this. */
const MEMBER = 'mem_'

/** The reservation in the path, if it is the caller's seller's: see `assertOwn`. @throws forbidden for all others; unavailable */
export async function getOwnReservation(request: Request, deps: Deps): Promise<FoundRecord<ReservationRecord>> {
  const found = await deps.reservations.find(request.params.id, request.deadline)
  await assertOwn(found?.record, request, deps)
  return found!
}

/**
 * Asserts that a product of the seller uses the item of a reservation. If products of others use it as well, the reservation must
 * be for a line of the seller's orders, or made by one of its members.
 * @throws forbidden, also if there is no reservation; unavailable if only `orders` knows whose line it is, and does not answer
 */
export async function assertOwn(known: KnownReservation | undefined, request: Request, deps: Stores): Promise<void> {
  const { actor, deadline } = request
  if (!known) throw forbidden()
  const own = deps.products.ofSeller(sellerIdOf(actor))
  const item = known.inventory_item_id
  const [takes, takesAlone] = await Promise.all([own.takes(item, deadline), own.takesAlone(item, deadline)])
  if (!takes || !(takesAlone || (await isOfSeller(known, request, deps)))) throw forbidden()
}

/** Older reservations do not name their seller: members have always reserved at their seller's own locations. */
async function isOfSeller(
  { seller_id, created_by, location_id, line_item_id }: KnownReservation,
  request: Request,
  deps: Stores,
): Promise<boolean> {
  const caller = sellerIdOf(request.actor)
  if (seller_id != null) return seller_id === caller
  if (isOfMember({ created_by })) return (await ownLocations(request, deps).find(location_id, request.deadline)) !== undefined
  return line_item_id !== null && deps.orders.hasLine(caller, line_item_id, request.passOn())
}

/** Whether a member of some seller made the reservation, and not an order or an administrator. */
export const isOfMember = ({ created_by }: Pick<KnownReservation, 'created_by'>) => created_by?.startsWith(MEMBER) === true

/**
 * The condition of a list of the seller's reservations, as `assertOwn` decides; those for lines of shared items that do not name
 * their seller are missing from the list.
 * @param item_ids the inventory items that the seller's products use
 */
export async function amongOwn(item_ids: readonly string[], request: Pick<Request, 'actor' | 'deadline'>, deps: Stores) {
  const { actor, deadline } = request
  const seller_id = sellerIdOf(actor)
  const shared = await deps.products.ofSeller(seller_id).sharedAmong(item_ids, deadline)
  const all = { inventory_item_id: { $in: item_ids } }
  if (shared.length === 0) return all
  const locations = await deps.stockLocations.list({ seller_id }, deadline)
  const byMember = { created_by: { $regex: `^${MEMBER}` }, location_id: { $in: locations.map(({ id }) => id) }, seller_id: null }
  // at the top level lists keep `$and` for the terms of the query
  return { ...all, $or: [{ inventory_item_id: { $nin: shared } }, { seller_id }, byMember] }
}
