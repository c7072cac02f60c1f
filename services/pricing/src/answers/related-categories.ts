import { Category, compileFields, fillProducts, groupBy, type Selection } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import { childrenOf } from '../domain/product-categories/category-tree.ts'
import { shownCategory } from '../domain/products/product-parts.ts'
import type { CategoryRecord } from '../domain/products/product-record.ts'
import { isVisible, type VisibleCatalogue } from '../domain/products/visible-catalogue.ts'
import { type Find, type Read, shownById } from './related.ts'

/** The parents and the children of categories, as far as the caller may see them. @param findNested what they show in turn */
export function relatedCategories(
  visible: VisibleCatalogue,
  { categories }: Pick<Deps, 'categories'>,
  { deadline, findNested }: { deadline: number; findNested: Find },
) {
  async function showCategories(records: readonly CategoryRecord[], selection: Selection): Promise<Map<string, Category>> {
    const shown = records.map(shownCategory).filter((record) => isVisible(record, visible))
    return shownById(await fillProducts(selection, shown, findNested), selection)
  }

  return {
    'category.parent_category': async (ids, fields) => {
      const { categories: known } = await categories.tree(deadline)
      const parents = known.filter(({ id }) => ids.includes(id))
      const shown = await showCategories(parents, compileFields(Category, fields, 'all'))
      return ids.map((id) => shown.get(id) ?? null)
    },
    'category.category_children': async (ids, fields) => {
      const tree = await categories.tree(deadline)
      const children = ids.flatMap((id) => childrenOf(tree, id))
      const shown = await showCategories(children, compileFields(Category, fields, 'all'))
      const ofParent = groupBy(children, ({ parent_category_id }) => parent_category_id)
      return ids.map((id) => (ofParent.get(id) ?? []).flatMap((child) => shown.get(child.id) ?? []))
    },
  } satisfies Record<string, Read>
}
