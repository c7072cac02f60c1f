import type { Comparison, FilterTerm, ListQuery, SortKey } from '@souk/contracts'
import type { Document, Filter } from 'mongodb'
import { likePattern } from './like.ts'
import { wordsIn } from './search-words.ts'

/** The paths of a list's fields that its collection keeps under another name. */
export type Paths = Readonly<Record<string, string>>

/**
 * The conditions of a list query, in MongoDB's terms: operators come from this file, paths from the contract, and only validated
 * values from a client. Words are searched in `search_words`.
 */
export function conditionsOf({ filter, q, with_deleted }: ListQuery, paths: Paths = {}): Filter<Document> {
  const terms = [
    ...filter.map((term) => conditionOf(term, paths)),
    ...(q === undefined
      ? []
      : wordsIn([q]).map((word) => ({ search_words: { $elemMatch: { $gte: word, $lt: `${word}\u{10ffff}` } } }))),
  ]
  return { ...(!with_deleted && { deleted_at: null }), ...(terms.length > 0 && { $and: terms }) }
}

/**
 * Newest first by default. Ties are ordered by id, so that pages neither repeat nor skip records.
 * @param unique fields with a unique index
 */
export function sortOf(
  order: readonly SortKey[] | undefined,
  paths: Paths = {},
  unique: readonly string[] = [],
): Record<string, 1 | -1> {
  if (!order) return { created_at: -1, _id: -1 }
  const keys = order.map(({ field, direction }) => [pathOf(field, paths), direction] as const)
  return {
    ...Object.fromEntries(keys),
    ...(!keys.some(([path]) => path === '_id' || unique.includes(path)) && { _id: keys.at(-1)![1] }),
  }
}

const pathOf = (field: string, paths: Paths) => paths[field] ?? (field === 'id' ? '_id' : field)

function conditionOf(term: FilterTerm, paths: Paths): Filter<Document> {
  if (!('any' in term)) return { [pathOf(term.field, paths)]: comparisonOf(term) }
  return { $or: term.any.map((all) => (all.length === 0 ? {} : { $and: all.map((one) => conditionOf(one, paths)) })) }
}

function comparisonOf(term: Comparison): Document {
  switch (term.operator) {
    case 'in':
      return term.value.length === 1 ? { $eq: term.value[0] } : { $in: [...term.value] }
    case 'nin':
      return { $nin: [...new Set([...term.value, null])] }
    case 'exists':
      return term.value ? { $ne: null } : { $eq: null }
    case 'like':
      return { $regex: likePattern(term.value), $options: 's' }
    case 'ilike':
      return { $regex: likePattern(term.value), $options: 'si' }
    default:
      return { [`$${term.operator}`]: term.value }
  }
}
