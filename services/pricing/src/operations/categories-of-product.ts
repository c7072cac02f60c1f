import type { Deps } from '../deps.ts'
import type { ProductRecord } from '../domain/products/product-record.ts'
import type { CategoriesOfProduct } from '../stores/attributes.ts'

/** The categories that determine which attributes apply to the product. */
export async function categoriesOf(
  { category_ids }: Pick<ProductRecord, 'category_ids'>,
  { categories }: Pick<Deps, 'categories'>,
  deadline: number,
): Promise<CategoriesOfProduct> {
  const tree = await categories.tree(deadline)
  return { living: tree.categories.map(({ id }) => id), own: category_ids }
}
