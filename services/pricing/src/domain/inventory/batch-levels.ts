import type { DecisionContext, LocationLevel } from '@souk/contracts'
import {
  type InventoryItemRecord,
  type LevelChange,
  levelAt,
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

/** Whether an entry of `delete` names a location, for the level of the item there, instead of a level. */
export const isLocation = (id: string) => !id.startsWith('ilev_')

/** The batch with the ids of levels in place of their locations; locations without a level have nothing to remove. */
export const byLevelIds = (item: InventoryItemRecord, { delete: gone = [], ...batch }: LevelBatch): LevelBatch => ({
  ...batch,
  delete: gone.flatMap((id) => (isLocation(id) ? (levelAt(item, id)?.id ?? []) : id)),
})

/** The item with levels removed, changed and added, in this order. @throws the refusals of each of these */
export function withLevelBatch(
  item: InventoryItemRecord,
  { create = [], update = [], delete: gone = [], force = false }: LevelBatch,
  context: DecisionContext,
): InventoryItemRecord {
  return withLevels(withQuantities(withoutLevels(item, gone, { force }), update, context.now), create, context)
}

/** The levels of an item after a batch, as its answer shows them: created ones in the order of the batch, changed ones by id. */
export function shownBatch(item: InventoryItemRecord, { create = [], update = [], delete: gone = [] }: LevelBatch) {
  const levelsOf = (changes: readonly LevelChange[]): LocationLevel[] =>
    changes.flatMap(({ location_id }) =>
      item.location_levels.filter((level) => level.location_id === location_id).map((level) => shownLevel(level, item.id)),
    )
  return { created: levelsOf(create), updated: eachOnceById(levelsOf(update)), deleted: [...gone] }
}

/** Each level once, in its final state, ordered by id. */
export const eachOnceById = (levels: readonly LocationLevel[]) =>
  [...new Map(levels.map((level) => [level.id, level])).values()].sort((a, b) => (a.id < b.id ? -1 : 1))
