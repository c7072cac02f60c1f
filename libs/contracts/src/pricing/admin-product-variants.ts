import { listQuery } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { Variant } from './product.ts'
import { getProductVariant } from './product-variants.ts'
import { VARIANT_LIST } from './store-product-variants.ts'

/** The variants of all products, by default in the order of their products, oldest first. */
export const listAllProductVariants = defineOperation({
  service: 'pricing',
  name: 'list-all-product-variants',
  method: 'GET',
  path: '/admin/product-variants',
  summary: 'List the variants of all products',
  query: listQuery(Variant, { ...VARIANT_LIST, sort: [...VARIANT_LIST.sort, 'product_id'], limit: 50 }),
  response: listResponse('variants', Variant),
  selects: {
    ...getProductVariant.selects!,
    key: 'variants',
    defaults: [...(getProductVariant.selects!.defaults as readonly string[]), '*product', 'prices.price_rules'],
  },
})

export const adminProductVariantOperations = { listAllProductVariants }
