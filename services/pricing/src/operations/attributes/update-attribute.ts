import { updateAttribute as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { attributeAnswer } from '../../answers/attribute.ts'
import type { Deps } from '../../deps.ts'
import { changedAttribute } from '../../domain/attributes/attribute.ts'
import { assertCategories } from './assert-categories.ts'

export const updateAttribute = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline } = request
  const { product_category_ids, ...change } = body
  await assertCategories(product_category_ids ?? [], deps, deadline)
  const categories = product_category_ids && { product_category_ids: [...new Set(product_category_ids)] }
  const changed = await deps.attributes.update(params.id, command, (attribute, context) =>
    changedAttribute(attribute, { ...change, ...categories }, context),
  )
  return attributeAnswer(changed, request, deps)
})
