import { type FilterTerm, invalidData, type ListQuery, type Operation } from '@souk/contracts'

/** Most patterns in a storefront's request: each is matched against all texts of a list. */
const MAX_PATTERNS = 5

/** @throws invalid_data if a storefront asks for too many patterns (`$like`, `$ilike`, `$re`) at once */
export function assertFewPatterns({ path }: Pick<Operation, 'path'>, query: unknown): void {
  if (!path?.startsWith('/store/')) return
  const { filter } = query as Partial<ListQuery>
  if (filter && countPatterns(filter) > MAX_PATTERNS)
    throw invalidData(`Invalid request: at most ${MAX_PATTERNS} patterns ($like, $ilike, $re) are allowed`)
}

const countPatterns = (terms: readonly FilterTerm[]): number =>
  terms.reduce((count, term) => {
    if ('any' in term) return count + countPatterns(term.any.flat())
    return term.operator === 'like' || term.operator === 'ilike' ? count + 1 : count
  }, 0)
