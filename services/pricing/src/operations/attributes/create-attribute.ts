import { createAttribute as contract, productHandleOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { attributeAnswer } from '../../answers/attribute.ts'
import type { Deps } from '../../deps.ts'
import { fitting } from '../../domain/attributes/attribute.ts'
import { possibleValues } from '../../domain/attributes/possible-value.ts'
import { assertCategories } from './assert-categories.ts'

export const createAttribute = implement(contract, async (request, deps: Deps) => {
  const { name, handle, description = null, possible_values = [], product_category_ids = [], metadata = null } = request.body
  const { is_required = false, is_filterable = true, ui_component = 'select' } = request.body
  await assertCategories(product_category_ids, deps, request.deadline)
  const newId = request.newIds()
  const id = newId('attr')
  const context = { newId, now: new Date().toISOString() }
  const fields = {
    name,
    handle: handle ?? (productHandleOf(name) || `attribute-${id.slice(-6).toLowerCase()}`),
    description,
    is_required,
    is_filterable,
    ui_component,
    possible_values: possibleValues(id, possible_values, [], context),
    product_category_ids: [...new Set(product_category_ids)],
    metadata,
  }
  fitting({ id, ...fields, created_at: context.now, updated_at: context.now, deleted_at: null })
  return attributeAnswer(await deps.attributes.create(fields, request), request, deps)
})
