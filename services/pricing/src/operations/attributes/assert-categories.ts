import { missingRelation } from '@souk/contracts'
import type { Deps } from '../../deps.ts'

/** @throws not_found for a category that does not exist */
export async function assertCategories(ids: readonly string[], { categories }: Pick<Deps, 'categories'>, deadline: number) {
  if (ids.length === 0) return
  const known = new Set((await categories.tree(deadline)).categories.map(({ id }) => id))
  const missing = ids.find((id) => !known.has(id))
  if (missing !== undefined) throw missingRelation('product_category_id', missing)
}
