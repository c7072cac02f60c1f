import { type deleteLocationLevel, notFound, type ResponseOf } from '@souk/contracts'
import { Answer, type RequestOf } from '@souk/runtime'
import { othersOf, shownItems } from '../../answers/inventory-item.ts'
import type { Deps } from '../../deps.ts'
import { noLevel, withoutLevelAt, withTotals } from '../../domain/inventory/inventory-item.ts'

type Request = Pick<RequestOf<typeof deleteLocationLevel>, 'params' | 'command' | 'selection' | 'deadline'>

const NO_LEVEL_OF_SELLER = 'Inventory Level for given parameters not found.'

/**
 * Removes a level of an item, and answers the item as its parent. A repeat of the request after the level was removed gets the
 * location's id instead of the level's.
 * @param seller_id as for `shownItems`
 * @throws not_found if there is no such level; not_allowed if something is reserved or stocked
 */
export async function removeLevel(request: Request, deps: Deps, seller_id?: string) {
  const { params, command, selection, deadline } = request
  const present = await deps.inventoryItems.find(params.id, deadline)
  const level = present?.record.location_levels.find(({ location_id }) => location_id === params.location_id)
  const missing = () => (seller_id === undefined ? noLevel(params.id, params.location_id) : notFound(NO_LEVEL_OF_SELLER))
  if (!present) throw missing()
  const { record, revision } = await deps.inventoryItems.update(params.id, command, (item) =>
    withoutLevelAt(item, params.location_id, missing),
  )
  const shown = { selection, deadline, ...(seller_id !== undefined && { seller_id }) }
  const [parent] = await shownItems([withTotals(record)], shown, deps)
  const body = { id: level?.id ?? params.location_id, object: 'inventory-level' as const, deleted: true as const }
  return new Answer<ResponseOf<typeof deleteLocationLevel>>(
    { ...body, parent: parent! },
    { revision, others: othersOf(selection) },
  )
}
