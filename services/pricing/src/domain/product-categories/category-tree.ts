import { isDeepStrictEqual } from 'node:util'
import { definedOf, groupBy, invalidData, kebabCase, notAllowed, notFound, replacingMetadata } from '@souk/contracts'
import { perObject } from '@souk/totals'
import type { CategoryRecord } from '../products/product-record.ts'

/** All categories of the shop, without deleted ones. They are one aggregate, so that no branch can end up below itself. */
export interface CategoryTree {
  id: string
  categories: readonly CategoryRecord[]
}

type Content = Pick<CategoryRecord, 'name' | 'description' | 'is_active' | 'is_internal' | 'external_id' | 'metadata'>
/** The position of a category. Absent: unchanged, or last if new; a rank beyond the end means last. */
interface Place {
  parent_category_id?: string | null | undefined
  rank?: number | undefined
}

export type NewCategory = Content & Place & { handle?: string | undefined }
export type CategoryChange = { readonly [Name in keyof Content]?: Content[Name] | undefined } & Place & {
    handle?: string | undefined
  }

/** @throws not_found */
export function categoryOf({ categories }: CategoryTree, id: string): CategoryRecord {
  const found = categories.find((category) => category.id === id)
  if (!found) throw unknownCategory(id)
  return found
}

/** All children by parent, the roots under null: computed once per tree, because thousands of categories look it up. */
const byParent = perObject(({ categories }: CategoryTree) =>
  groupBy(
    categories.toSorted((a, b) => a.rank - b.rank),
    ({ parent_category_id }) => parent_category_id,
  ),
)

/** The children of a category, or the roots (null), ordered by rank. */
export const childrenOf = (tree: CategoryTree, parentId: string | null): readonly CategoryRecord[] =>
  byParent(tree).get(parentId) ?? []

/** @throws invalid_data for a parent that does not exist, and for a taken handle */
export function withCategory(
  tree: CategoryTree,
  { handle, parent_category_id = null, rank, ...content }: NewCategory,
  { id, now }: { id: string; now: string },
): CategoryTree {
  assertParent(tree, parent_category_id)
  const category: CategoryRecord = {
    id,
    ...content,
    handle: freeHandle(tree, id, handle || kebabCase(content.name)),
    parent_category_id,
    rank: 0,
    revision: 1,
    created_at: now,
    updated_at: now,
  }
  const grown = { ...tree, categories: [...tree.categories, category] }
  return revised(tree, ranked(grown, placed(childrenOf(tree, parent_category_id), category, rank)))
}

/**
 * The very same tree if nothing changes. Metadata is replaced as a whole, as with the peers.
 * @throws as above; not_found; invalid_data for a place below itself
 */
export function withChangedCategory(tree: CategoryTree, id: string, change: CategoryChange, now: string): CategoryTree {
  const present = categoryOf(tree, id)
  const { handle, parent_category_id = present.parent_category_id, rank, ...content } = change
  const isMoved = parent_category_id !== present.parent_category_id
  if (isMoved) assertParent(tree, parent_category_id, id)
  const wanted = {
    ...present,
    ...definedOf(content),
    ...(content.metadata && { metadata: replacingMetadata(content.metadata) }),
    handle: handle === undefined ? present.handle : freeHandle(tree, id, handle),
    parent_category_id,
  }
  const siblings = childrenOf(tree, parent_category_id).filter((one) => one.id !== id)
  const place = rank ?? (isMoved ? undefined : present.rank)
  const at = Math.min(place ?? siblings.length, siblings.length)
  if (at === present.rank && isDeepStrictEqual(wanted, present)) return tree
  const changed = { ...wanted, updated_at: now }
  const swapped = { ...tree, categories: tree.categories.map((one) => (one.id === id ? changed : one)) }
  const moved = ranked(swapped, siblings.toSpliced(at, 0, changed))
  return revised(tree, isMoved ? ranked(moved, childrenOf(moved, present.parent_category_id)) : moved)
}

/** @throws not_found; not_allowed while it has children */
export function withoutCategory(tree: CategoryTree, id: string): CategoryTree {
  const category = categoryOf(tree, id)
  if (childrenOf(tree, id).length > 0) throw notAllowed(`Deleting ProductCategory (${id}) with category children is not allowed`)
  const left = { ...tree, categories: tree.categories.filter((one) => one.id !== id) }
  return revised(tree, ranked(left, childrenOf(left, category.parent_category_id)))
}

const placed = (siblings: readonly CategoryRecord[], category: CategoryRecord, rank = siblings.length) =>
  siblings.toSpliced(Math.min(rank, siblings.length), 0, category)

/** The tree with these siblings, all children of one parent, in this order. */
function ranked(tree: CategoryTree, siblings: readonly CategoryRecord[]): CategoryTree {
  const ranks = new Map(siblings.map(({ id }, rank) => [id, rank]))
  const categories = tree.categories.map((category) => {
    const rank = ranks.get(category.id) ?? category.rank
    return rank === category.rank ? category : { ...category, rank }
  })
  return { ...tree, categories }
}

/** Raises the revision of each category that changed, even if only its place did. */
function revised(before: CategoryTree, after: CategoryTree): CategoryTree {
  const former = new Map(before.categories.map((category) => [category.id, category]))
  const categories = after.categories.map((category) => {
    const { revision = 0 } = former.get(category.id) ?? {}
    return former.get(category.id) === category ? category : { ...category, revision: revision + 1 }
  })
  return { ...after, categories }
}

function assertParent(tree: CategoryTree, parentId: string | null, childId?: string) {
  const byId = new Map(tree.categories.map((category) => [category.id, category]))
  if (parentId !== null && !byId.has(parentId)) throw invalidData(`Parent category with id: '${parentId}' does not exist`)
  for (let id = parentId; id !== null; id = byId.get(id)?.parent_category_id ?? null) {
    if (id === childId) throw invalidData(`Product category with id: ${childId} cannot be moved below itself`)
  }
}

function freeHandle({ categories }: CategoryTree, id: string, handle: string): string {
  if (categories.some((one) => one.handle === handle && one.id !== id))
    throw invalidData(`Product category with handle: ${handle}, already exists.`)
  return handle
}

export const unknownCategory = (id: string) => notFound(`ProductCategory with id: ${id} was not found`)
