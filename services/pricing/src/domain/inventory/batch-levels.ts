import type { DecisionContext, LocationLevel } from '@souk/contracts'
import {
  type InventoryItemRecord,
  type LevelChange,
  shownLevel,
  withLevels,
  withoutLevels,
  withQuantities,
} from './inventory-item.ts'

export interface LevelBatch {
  create?: readonly LevelChange[] | undefined
  update?: readonly LevelChange[] | undefined
  /** Ids of levels. */
  delete?: readonly string[] | undefined
  force?: boolean | undefined
}

/** The item with levels gone, changed and added, in this order. @throws what each of these is refused with */
export function batched(
  item: InventoryItemRecord,
  { create = [], update = [], delete: gone = [], force = false }: LevelBatch,
  context: DecisionContext,
): InventoryItemRecord {
  return withLevels(withQuantities(withoutLevels(item, gone, { force }), update, context.now), create, context)
}

/** What a batch left of an item, as its answer tells it. */
export function shownBatch(item: InventoryItemRecord, { create = [], update = [], delete: gone = [] }: LevelBatch) {
  const levelsOf = (changes: readonly LevelChange[]): LocationLevel[] =>
    changes.flatMap(({ location_id }) =>
      item.location_levels.filter((level) => level.location_id === location_id).map((level) => shownLevel(level, item.id)),
    )
  return { created: levelsOf(create), updated: levelsOf(update), deleted: [...gone] }
}
