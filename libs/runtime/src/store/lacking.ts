import type { IndexDescription } from 'mongodb'

/** Selects documents without the field. It can use a `lackingIndex`, which `$exists` alone could not. */
export const lacks = (field: string) => ({ [field]: { $eq: null, $exists: false } })

/**
 * An index of the documents that lack a field: empty if there are none, so that looking for them costs nothing, however many
 * other documents there are.
 */
export const lackingIndex = (field: string): IndexDescription => ({
  key: { [field]: 1, _id: 1 },
  name: `without_${field}`,
  partialFilterExpression: { [field]: null },
})
