import { createProductCategory as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { categoryAnswer } from '../../answers/product-category.ts'
import type { Deps } from '../../deps.ts'

export const createProductCategory = implement(contract, async (request, deps: Deps) => {
  const { description = '', is_active = false, is_internal = false, external_id = null, metadata = null } = request.body
  const id = request.newIds()('pcat')
  const fields = { ...request.body, description, is_active, is_internal, external_id, metadata }
  const tree = await deps.categories.create(id, fields, request.command)
  return categoryAnswer(tree, id, { ...request, flags: request.query }, deps)
})
