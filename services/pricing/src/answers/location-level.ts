import { type Actor, sellerIdOf } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { type InventoryItemRecord, levelAt, noLevel, shownLevel } from '../domain/inventory/inventory-item.ts'
import { levelsWithLocations } from './inventory-item.ts'

interface Asking {
  params: { location_id: string }
  actor: Actor
  deadline: number
}

/** The level of an item at the location in the path, as shown to the seller of both. @throws not_found if there is none */
export async function ownLevelAnswer(
  { record, revision }: FoundRecord<InventoryItemRecord>,
  { params, actor, deadline }: Asking,
  deps: Pick<Deps, 'stockLocations'>,
) {
  const present = levelAt(record, params.location_id)
  if (!present) throw noLevel(record.id, params.location_id)
  const shown = { deadline, seller_id: sellerIdOf(actor) }
  const [location_level] = await levelsWithLocations([shownLevel(present, record.id)], shown, deps)
  return new Answer({ location_level: location_level! }, { revision, others: 'anywhere' })
}
