import type { ListQuery } from '@souk/contracts'
import type { RequestContext } from '@souk/runtime'
import { type CategoryFlags, categoryAnswer, pageOfCategories, shownCategories } from '../answers/product-category.ts'
import type { Deps } from '../deps.ts'

type Request = Pick<RequestContext, 'selection' | 'actor' | 'deadline' | 'passOn'>

/** The requested page of categories. */
export async function categoryPageAnswer(request: Request & { query: ListQuery }, deps: Deps) {
  const { query, deadline } = request
  const tree = await deps.categories.tree(deadline)
  const { records, matching, ...page } = pageOfCategories(tree, request)
  const product_categories = await shownCategories(tree, records, { ...request, flags: query.flags, matching }, deps)
  return { product_categories, ...page }
}

/** The requested category. @throws not_found for one that does not exist, or that the caller may not see */
export async function askedCategoryAnswer(request: Request & { params: { id: string }; query: CategoryFlags }, deps: Deps) {
  const tree = await deps.categories.tree(request.deadline)
  return categoryAnswer(tree, request.params.id, { ...request, flags: request.query }, deps)
}
