import {
  type Actor,
  type Category,
  fillProducts,
  JsonText,
  type ListQuery,
  listProductCategories,
  notFound,
  OLDEST_FIRST,
  type Selection,
  searchOf,
  selectFields,
  wants,
} from '@souk/contracts'
import { Answer, type AskingForProducts, pageOf } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { type CategoryTree, childrenOf } from '../domain/product-categories/category-tree.ts'
import { shownCategory } from '../domain/products/product-parts.ts'
import type { CategoryRecord } from '../domain/products/product-record.ts'
import { isVisible, visibleTo } from '../domain/products/visible-catalogue.ts'
import { relatedProducts } from './related-products.ts'

/** The trees to show with a category. */
export interface CategoryFlags {
  include_descendants_tree?: boolean | undefined
  include_ancestors_tree?: boolean | undefined
}

interface Asked {
  selection: Selection
  actor: Actor
  deadline: number
  passOn: AskingForProducts['passOn']
  flags?: CategoryFlags | undefined
  /** The categories that requested trees may show; absent: all that the caller may see. */
  matching?: ReadonlySet<CategoryRecord> | undefined
}

/**
 * A page of the categories that the caller may see; level by level if trees are requested. `matching` are then all that meet the
 * list's filters, but for those that only say where trees begin.
 */
export function pageOfCategories({ categories }: CategoryTree, { actor, query }: { actor: Actor; query: ListQuery }) {
  const visible = visibleTo(actor)
  const shown = categories.filter((category) => isVisible({ ...category, deleted_at: null }, visible))
  // Without a requested order, `order` is the list's own, the very same object.
  const order = isTree(query.flags) && query.order === OLDEST_FIRST ? BY_RANK : query.order
  const page = pageOf(shown, { ...query, order }, SEARCHED)
  if (!isTree(query.flags)) return { ...page, matching: undefined }
  const filter = query.filter.filter((term) => !('any' in term) && !BEGINNINGS.has(term.field))
  const { records: matching } = pageOf(shown, { ...query, filter, offset: 0, limit: shown.length }, SEARCHED)
  return { ...page, matching: new Set(matching) }
}

const SEARCHED = searchOf(listProductCategories)
/** Fields whose filters say where trees begin, as alternatives (`$or`) do; trees ignore them. */
const BEGINNINGS: ReadonlySet<string> = new Set(['id', 'handle', 'parent_category_id'])

const BY_RANK = [{ field: 'rank', direction: 1 }] as const
const isTree = (flags: Asked['flags']) => flags?.include_ancestors_tree === true || flags?.include_descendants_tree === true

/**
 * Categories as answers show them; requested trees are included even if `fields` does not name them. Where ancestors are
 * requested, a category whose parent is not shown names none.
 */
export async function shownCategories(
  tree: CategoryTree,
  categories: readonly CategoryRecord[],
  { selection, actor, flags, matching, ...asking }: Asked,
  deps: Deps,
): Promise<Category[]> {
  const visible = visibleTo(actor)
  const mayBeSeen = (category: CategoryRecord) => isVisible({ ...category, deleted_at: null }, visible)
  const shown = categories.map(shownCategory)
  if (!isTree(flags)) return shown

  const isInTree = (category: CategoryRecord) => mayBeSeen(category) && (!matching || matching.has(category))
  const withChildren = wants(selection, 'category_children')
  const below = ({ id }: CategoryRecord): Shown[] =>
    childrenOf(tree, id)
      .filter(isInTree)
      .map((child) => ({ ...plainCategory(child), category_children: below(child) }))
  const above = ({ parent_category_id }: CategoryRecord): Shown => {
    if (parent_category_id === null) return { parent_category: null }
    const parent = tree.categories.find(({ id }) => id === parent_category_id)
    if (!parent || !isInTree(parent)) return { parent_category: undefined, parent_category_id: undefined }
    const children = { category_children: childrenOf(tree, parent.id).filter(mayBeSeen).map(plainCategory) }
    return { parent_category: { ...plainCategory(parent), ...(withChildren && children), ...above(parent) } }
  }
  const filled = await fillProducts(selection, shown, relatedProducts({ actor, ...asking }, deps))
  return filled.map((category, at) => {
    const record = categories[at]!
    const whole = {
      ...(selectFields(selection, category) as Shown),
      ...(flags?.include_descendants_tree && { category_children: below(record) }),
      ...(flags?.include_ancestors_tree && above(record)),
    }
    return new JsonText(JSON.stringify(whole)) as unknown as Category // its trees do not depend on `fields`
  })
}

type Shown = Record<string, unknown>
const plainCategory = ({ revision: _revision, ...category }: CategoryRecord): Shown => ({ ...category, deleted_at: null })

/** @throws not_found for a category that does not exist, or that the caller may not see */
export async function categoryAnswer(tree: CategoryTree, id: string, asked: Asked, deps: Deps) {
  const record = tree.categories.find((category) => category.id === id)
  if (!record || !isVisible({ ...record, deleted_at: null }, visibleTo(asked.actor)))
    throw notFound(`Product category with id: ${id} was not found`)
  const [product_category] = await shownCategories(tree, [record], asked, deps)
  const others = isTree(asked.flags) ? ('anywhere' as const) : null
  return new Answer({ product_category: product_category! }, { revision: record.revision, others })
}
