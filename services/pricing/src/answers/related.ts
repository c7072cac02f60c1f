import { type ProductNeed, type Selection, selectFields } from '@souk/contracts'

/** Finds one value per id of each need. */
export type Find = (needs: readonly ProductNeed[]) => Promise<unknown[][]>

/** One value per id. @param fields absent: the whole record */
export type Read = (ids: readonly string[], fields: string | undefined) => Promise<unknown[]>

/** The selected fields of the records, by id. */
export const shownById = <T extends { id: string }>(records: readonly T[], selection: Selection): Map<string, T> =>
  new Map(records.map((record) => [record.id, selectFields(selection, record) as T]))
