import { z } from 'zod'
import { IdInput, PositiveQuantityInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { Variant } from './product.ts'
import { getProductVariant } from './product-variants.ts'

const required_quantity = PositiveQuantityInput.describe('Number of units used by one unit of the variant: a whole number.')
const OF_VARIANT = '/admin/products/:id/variants/:variant_id/inventory-items'
const variantParams = getProductVariant.params
const linkParams = variantParams.extend({
  inventory_item_id: IdInput.meta({ description: 'ID of the inventory item', example: demonstrationId('iitem', 1) }),
})
const variant = { response: z.object({ variant: Variant }), selects: getProductVariant.selects! } as const

/** An existing link gets the new quantity. */
export const createVariantInventoryItem = defineOperation({
  ...variant,
  service: 'pricing',
  name: 'create-variant-inventory-item',
  method: 'POST',
  path: OF_VARIANT,
  summary: 'Link an inventory item to a variant',
  params: variantParams,
  body: z
    .strictObject({ required_quantity, inventory_item_id: IdInput })
    .meta({ example: { required_quantity: 1, inventory_item_id: demonstrationId('iitem', 1) } }),
})
export const updateVariantInventoryItem = defineOperation({
  ...variant,
  service: 'pricing',
  name: 'update-variant-inventory-item',
  method: 'POST',
  path: `${OF_VARIANT}/:inventory_item_id`,
  summary: 'Update how much of an inventory item a variant uses',
  params: linkParams,
  body: z.strictObject({ required_quantity }).meta({ example: { required_quantity: 1 } }),
})
/** Deleting a link that does not exist succeeds. */
export const deleteVariantInventoryItem = defineOperation({
  service: 'pricing',
  name: 'delete-variant-inventory-item',
  method: 'DELETE',
  path: `${OF_VARIANT}/:inventory_item_id`,
  summary: 'Unlink an inventory item from a variant',
  params: linkParams.extend({
    inventory_item_id: IdInput.meta({ description: 'ID of the inventory item', example: demonstrationId('iitem', 99) }),
  }),
  response: z.object({
    id: z
      .object({ product: z.object({ variant_id: z.string() }), inventory: z.object({ inventory_item_id: z.string() }) })
      .describe('The removed link'),
    object: z.literal('variant-inventory-item-link'),
    deleted: z.literal(true),
    parent: Variant.describe('The variant'),
  }),
  selects: { ...getProductVariant.selects!, key: 'parent' },
})

export const variantInventoryItemOperations = {
  createVariantInventoryItem,
  updateVariantInventoryItem,
  deleteVariantInventoryItem,
}
