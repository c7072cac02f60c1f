import { manageProductCategoryProducts as contract, missingRelation } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { categoryAnswer } from '../../answers/product-category.ts'
import type { Deps } from '../../deps.ts'
import { categoryOf } from '../../domain/product-categories/category-tree.ts'
import { changeLinks, listing, unlisting } from '../../stores/product-links.ts'

export const manageProductCategoryProducts = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline } = request
  const tree = await deps.categories.tree(deadline)
  const isThere = tree.categories.some((category) => category.id === params.id)
  if (!isThere && body.add && body.add.length > 0) throw missingRelation('product_category_id', params.id)
  const { id } = categoryOf(tree, params.id)
  const change = { adding: listing('category_ids', id), removing: unlisting('category_ids', id) }
  await changeLinks(deps.products, body, change, command)
  return categoryAnswer(tree, id, request, deps)
})
