import { type Actor, forbidden, sellerIdOf } from '@souk/contracts'
import type { FoundRecord } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { ReservationRecord } from '../stores/reservations.ts'

interface Request {
  params: { id: string }
  actor: Actor
  deadline: number
}

/** The reservation in the path, of an item that a product of the caller's seller uses. @throws forbidden for all others */
export async function getOwnReservation(request: Request, deps: Deps): Promise<FoundRecord<ReservationRecord>> {
  const found = await deps.reservations.find(request.params.id, request.deadline)
  await assertOwn(found?.record, request, deps)
  return found!
}

/** Asserts that the seller's products use the item of a reservation. @throws forbidden, also if there is no reservation */
export async function assertOwn(
  known: Pick<ReservationRecord, 'inventory_item_id'> | undefined,
  { actor, deadline }: Request,
  { products }: Pick<Deps, 'products'>,
): Promise<void> {
  if (!known || !(await products.ofSeller(sellerIdOf(actor)).takes(known.inventory_item_id, deadline))) throw forbidden()
}
