import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { Attribute, VENDOR_ATTRIBUTE_DEFAULTS } from './attributes.ts'

const applicable = {
  service: 'pricing',
  method: 'GET',
  params: z.object({ id: IdInput.meta({ description: 'ID of the product', example: demonstrationId('prod', 1) }) }),
  query: RecordQuery,
  response: z.object({ attributes: z.array(Attribute) }),
} as const

/** Those without categories, and those of the product's categories, oldest first. */
export const listApplicableAttributes = defineOperation({
  ...applicable,
  name: 'list-applicable-attributes',
  path: '/admin/products/:id/applicable-attributes',
  summary: 'List the attributes that apply to a product',
  selects: {
    key: 'attributes',
    schema: Attribute,
    defaults: VENDOR_ATTRIBUTE_DEFAULTS.filter((field) => field !== 'is_filterable'),
  },
})
/** The same for the seller's own products: others are refused like missing ones. */
export const listVendorApplicableAttributes = defineOperation({
  ...applicable,
  name: 'list-vendor-applicable-attributes',
  path: '/vendor/products/:id/applicable-attributes',
  summary: "List the attributes that apply to one of the seller's products",
  selects: { key: 'attributes', schema: Attribute, defaults: VENDOR_ATTRIBUTE_DEFAULTS },
})

export const applicableAttributeOperations = { listApplicableAttributes, listVendorApplicableAttributes }
