import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listQuery } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { PossibleValueChangeInput, PossibleValueInput } from './attributes.ts'
import { AttributePossibleValue } from './product-attribute.ts'

const params = z.object({
  id: IdInput.meta({ description: 'ID of the attribute', example: demonstrationId('attr', 1001) }),
  value_id: IdInput.meta({ description: 'ID of the possible value', example: demonstrationId('attr_pos_val', 1010) }),
})
const selects = {
  key: 'attribute_possible_value',
  schema: AttributePossibleValue,
  defaults: ['id', 'value', 'rank', 'metadata'],
} as const
const all = { service: 'pricing', path: '/admin/attributes/:id/values', params: params.pick({ id: true }) } as const
const one = { service: 'pricing', path: '/admin/attributes/:id/values/:value_id', params } as const
const answered = { response: z.object({ attribute_possible_value: AttributePossibleValue }), selects } as const

/** An unknown attribute has no values. */
export const listAttributePossibleValues = defineOperation({
  ...all,
  name: 'list-attribute-possible-values',
  method: 'GET',
  summary: 'List the possible values of an attribute',
  query: listQuery(AttributePossibleValue, {
    sort: ['created_at', 'updated_at', 'value', 'rank'],
    order: [{ field: 'rank', direction: 1 }],
    limit: 20,
    deleted: 'hidden',
  }),
  response: listResponse('attribute_possible_values', AttributePossibleValue),
  selects: { ...selects, key: 'attribute_possible_values' },
})
/** An attribute has at most 500 distinct values. */
export const createAttributePossibleValue = defineOperation({
  ...all,
  ...answered,
  name: 'create-attribute-possible-value',
  method: 'POST',
  summary: 'Add a possible value to an attribute',
  status: 201,
  body: PossibleValueInput.meta({ example: { value: 'Tumble dry', rank: 3 } }),
})
export const getAttributePossibleValue = defineOperation({
  ...one,
  ...answered,
  name: 'get-attribute-possible-value',
  method: 'GET',
  summary: 'Get a possible value of an attribute',
})
/** Products that have it keep its former text. */
export const updateAttributePossibleValue = defineOperation({
  ...one,
  ...answered,
  name: 'update-attribute-possible-value',
  method: 'POST',
  summary: 'Update a possible value of an attribute',
  body: PossibleValueChangeInput.extend({ id: IdInput.optional().describe('Accepted but ignored: given by the path.') }).meta({
    example: { rank: 1 },
  }),
})

export const attributePossibleValueOperations = {
  listAttributePossibleValues,
  createAttributePossibleValue,
  getAttributePossibleValue,
  updateAttributePossibleValue,
}
