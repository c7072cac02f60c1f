import type { Comparison, FilterTerm, FilterValue, ListQuery, SortKey } from '@souk/contracts'
import { isLike } from './like.ts'
import { type Searched, searchWords, valuesAt, wordsIn } from './search-words.ts'

interface Listed {
  id: string
  /** The default order of lists. */
  created_at?: string
  deleted_at?: string | null
}

/**
 * A page of records that are kept inside one document: the same as MongoDB would find in a collection of them.
 * @param searched the fields whose words `q` searches
 * @param ties how records are ordered that the list's order does not tell apart: by id, as in a collection, or as given, for
 * records that have an order of their own; with an empty `order`, that alone counts
 */
export function pageOf<T extends Listed>(
  records: readonly T[],
  { offset, limit, order = NEWEST_FIRST, q, with_deleted, filter }: ListQuery,
  searched: Searched = [],
  ties: 'by id' | 'as given' = 'by id',
): { records: T[]; count: number; offset: number; limit: number } {
  const words = q === undefined ? [] : wordsIn([q])
  const direction = order.at(-1)?.direction ?? 1
  const keys: readonly SortKey[] = ties === 'by id' ? [...order, { field: 'id', direction }] : order
  const found = (direction < 0 ? records.toReversed() : records)
    .filter((record) => with_deleted || record.deleted_at == null)
    .filter((record) => filter.every((term) => holds(term, record)))
    .filter((record) => words.length === 0 || hasWords(searchWords(record, searched), words))
    .sort(inOrder(keys))
  return { records: found.slice(offset, offset + limit), count: found.length, offset, limit }
}

const NEWEST_FIRST: readonly SortKey[] = [{ field: 'created_at', direction: -1 }]

const hasWords = (own: readonly string[], wanted: readonly string[]) =>
  wanted.every((word) => own.some((one) => one.startsWith(word)))

function holds(term: FilterTerm, record: object): boolean {
  if ('any' in term) return term.any.some((all) => all.every((one) => holds(one, record)))
  const values = valuesAt(record, term.field).map((value) => value ?? null)
  return term.operator === 'nin'
    ? !values.some((value) => value === null || term.value.includes(value as FilterValue))
    : values.some((value) => isTrueOf(value as FilterValue, term))
}

function isTrueOf(value: FilterValue, { operator, value: operand }: Comparison): boolean {
  switch (operator) {
    case 'in':
    case 'nin':
      return operand.includes(value)
    case 'exists':
      return (value !== null) === operand
    case 'like':
      return typeof value === 'string' && isLike(value, operand)
    case 'ilike':
      return typeof value === 'string' && isLike(value.toLowerCase(), operand.toLowerCase())
    default: {
      if (typeof value !== typeof operand) return false
      const difference = compare(value, operand)
      if (difference === 0) return operator === 'gte' || operator === 'lte'
      return operator.startsWith('g') ? difference > 0 : difference < 0
    }
  }
}

const inOrder = (order: readonly SortKey[]) => (a: object, b: object) => {
  for (const { field, direction } of order) {
    const difference = compare(valuesAt(a, field)[0] as FilterValue, valuesAt(b, field)[0] as FilterValue)
    if (difference !== 0) return difference * direction
  }
  return 0
}

/** Null comes first, as in MongoDB. */
function compare(a: FilterValue | undefined, b: FilterValue | undefined): number {
  if (a == null || b == null) return Number(a != null) - Number(b != null)
  return a < b ? -1 : a > b ? 1 : 0
}
