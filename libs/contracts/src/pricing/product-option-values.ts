import { z } from 'zod'
import { IdInput, MetadataInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listQuery } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { OptionValuesInput } from './product-options.ts'
import { OptionValue } from './product-parts.ts'

const paramsOf = (option: number, value: number) =>
  z.object({
    id: IdInput.meta({ description: 'ID of the product option', example: demonstrationId('opt', option) }),
    value_id: IdInput.meta({ description: 'ID of the option value', example: demonstrationId('optval', value) }),
  })
const selects = {
  key: 'product_option_value',
  schema: OptionValue,
  defaults: ['id', 'value', 'rank', 'option_id', 'metadata', 'created_at', 'updated_at'],
} as const
const one = {
  service: 'pricing',
  path: '/admin/product-options/:id/values/:value_id',
  params: paramsOf(1001, 1010),
} as const
const answered = { response: z.object({ product_option_value: OptionValue }), selects } as const

/** An unknown option has no values. */
export const listProductOptionValues = defineOperation({
  service: 'pricing',
  name: 'list-product-option-values',
  method: 'GET',
  path: '/admin/product-options/:id/values',
  summary: 'List the values of a product option',
  params: paramsOf(1001, 1010).pick({ id: true }),
  query: listQuery(OptionValue, {
    sort: ['created_at', 'updated_at', 'value', 'rank'],
    filter: ['id', 'value', 'rank', 'created_at', 'updated_at', 'deleted_at'],
    q: ['value'],
    qInside: true,
    order: [{ field: 'rank', direction: 1 }],
    deleted: 'hidden',
    limit: 20,
  }),
  response: listResponse('product_option_values', OptionValue),
  selects: { ...selects, key: 'product_option_values' },
})
export const getProductOptionValue = defineOperation({
  ...one,
  ...answered,
  name: 'get-product-option-value',
  method: 'GET',
  summary: 'Get a value of a product option',
})
/** Variants with this value show its new text. */
export const updateProductOptionValue = defineOperation({
  ...one,
  ...answered,
  name: 'update-product-option-value',
  method: 'POST',
  summary: 'Update a value of a product option',
  body: z
    .strictObject({ value: OptionValuesInput.element.optional(), metadata: MetadataInput.nullish() })
    .meta({ example: { metadata: { swatch: '#fff' } } }),
})
/** Refused while a product has the value. */
export const deleteProductOptionValue = defineOperation({
  ...one,
  name: 'delete-product-option-value',
  method: 'DELETE',
  summary: 'Delete a value of a product option',
  params: paramsOf(1006, 1060),
  response: z.object({ id: z.string(), object: z.literal('product_option_value'), deleted: z.literal(true) }),
})

export const productOptionValueOperations = {
  listProductOptionValues,
  getProductOptionValue,
  updateProductOptionValue,
  deleteProductOptionValue,
}
