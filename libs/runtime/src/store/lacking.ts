import type { IndexDescription } from 'mongodb'

/** Selects documents that have no such field, by `lackingIndex` where there is one. MongoDB finds nothing by `$exists` alone. */
export const lacks = (field: string) => ({ [field]: { $eq: null, $exists: false } })

/**
 * An index of the documents that lack a field: empty as long as there are none, so that looking for them costs nothing however
 * many others there are.
 */
export const lackingIndex = (field: string): IndexDescription => ({
  key: { [field]: 1, _id: 1 },
  name: `without_${field}`,
  partialFilterExpression: { [field]: null },
})
