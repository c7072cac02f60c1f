import type { Reservation } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { shownItem } from '../domain/inventory/inventory-item.ts'
import type { ReservationRecord } from '../stores/reservations.ts'

type Stores = Pick<Deps, 'inventoryItems'>

/** Reservations as answers show them, each with its item. */
export async function shownReservations(
  records: readonly ReservationRecord[],
  deadline: number,
  { inventoryItems }: Stores,
): Promise<Reservation[]> {
  const ids = [...new Set(records.map(({ inventory_item_id }) => inventory_item_id))]
  const found = ids.length === 0 ? [] : await inventoryItems.listWithTotals(ids, deadline)
  const items = new Map(found.map((item) => [item.id, shownItem(item)]))
  return records.map(({ held_at: _, seller_id: __, ...reservation }) => ({
    ...reservation,
    inventory_item: items.get(reservation.inventory_item_id) ?? null,
  }))
}

export async function reservationAnswer(
  { record, revision }: FoundRecord<ReservationRecord>,
  { deadline }: { deadline: number },
  deps: Stores,
) {
  const [reservation] = await shownReservations([record], deadline, deps)
  return new Answer({ reservation: reservation! }, { revision, others: { inventory_item: reservation!.inventory_item } })
}
