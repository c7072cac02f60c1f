import { z } from 'zod'
import { IdInput, PositiveQuantityInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { ReceiptQuery } from '../operation/record-query.ts'
import { MANY_PRICES } from './price-list-inputs.ts'
import { Product, Variant } from './product.ts'
import {
  AddedVariantInput,
  NewProductInput,
  ProductOptionInput,
  ProductUpdateInput,
  VariantChangeInput,
} from './product-input.ts'
import { OptionValuesInput } from './product-options.ts'
import { getProductVariant } from './product-variants.ts'
import { getProduct } from './products.ts'

const some = <S extends z.ZodType>(one: S) => z.array(one).max(500).optional()
const ids = some(IdInput)
const deleted = <Name extends string>(object: Name) =>
  z.object({ ids: z.array(z.string()), object: z.literal(object), deleted: z.literal(true) })
const batch = { service: 'pricing', method: 'POST', ...MANY_PRICES } as const
const params = getProduct.params
const variantParams = getProductVariant.params

/**
 * Products are created, then changed, then deleted. A request that is known to be impossible is refused before anything is
 * written; `errors` names each product that could not be changed.
 */
export const batchProducts = defineOperation({
  ...batch,
  name: 'batch-products',
  path: '/admin/products/batch',
  summary: 'Create, update and delete products',
  body: z
    .strictObject({
      create: some(NewProductInput),
      update: some(ProductUpdateInput.extend({ id: IdInput })),
      delete: ids.describe('IDs of products; IDs that are already deleted or never existed are accepted.'),
    })
    .meta({ example: { update: [{ id: demonstrationId('prod', 1), subtitle: 'Organic' }] } }),
  response: z.object({ created: z.array(Product), updated: z.array(Product), deleted: deleted('product') }),
  selects: { ...getProduct.selects!, key: 'created', also: ['updated'] },
  ifMatch: 'none',
})

/** Applies the whole batch, or nothing: variants are deleted, then changed, then created. */
export const batchProductVariants = defineOperation({
  ...batch,
  name: 'batch-product-variants',
  path: '/admin/products/:id/variants/batch',
  summary: "Create, update and delete a product's variants",
  params,
  body: z
    .strictObject({
      create: some(AddedVariantInput),
      update: some(VariantChangeInput.extend({ id: IdInput })),
      delete: ids.describe('IDs of variants; IDs that are already deleted or never existed are accepted.'),
    })
    .meta({ example: { update: [{ id: demonstrationId('variant', 1), metadata: { shelf: 'A2' } }] } }),
  response: z.object({ created: z.array(Variant), updated: z.array(Variant), deleted: deleted('variant') }),
  selects: { ...getProductVariant.selects!, key: 'created', also: ['updated'] },
})

const taken = { inventory_item_id: IdInput, variant_id: IdInput }
const Taken = z.strictObject({
  required_quantity: PositiveQuantityInput.describe('Number of units used by one unit of the variant: a whole number.'),
  ...taken,
})
const Link = z.object({
  product: z.object({ variant_id: z.string() }),
  inventory: z.object({ inventory_item_id: z.string() }),
  data: z.object({ required_quantity: z.number() }).optional(),
})
const links = z.array(Link)

/** Applies the whole batch, or nothing. An existing link gets the new quantity. */
export const batchVariantInventoryItems = defineOperation({
  ...batch,
  name: 'batch-variant-inventory-items',
  path: '/admin/products/:id/variants/inventory-items/batch',
  summary: "Create, update and delete links from a product's variants to inventory items",
  params,
  query: ReceiptQuery,
  body: z.strictObject({ create: some(Taken), update: some(Taken), delete: some(z.strictObject(taken)) }).meta({
    example: {
      create: [
        { required_quantity: 1, inventory_item_id: demonstrationId('iitem', 1), variant_id: demonstrationId('variant', 1) },
      ],
    },
  }),
  response: z.object({ created: links, updated: links, deleted: links }),
})

const few = <S extends z.ZodType>(one: S) => z.array(one).max(100).optional()
const value = z.strictObject({ value: OptionValuesInput.element })

/**
 * Options are added to the product, values of its options added and removed, and other options removed. Removing an option also
 * removes its values from the variants; refused if two of them would end up with the same values.
 */
export const batchProductOptions = defineOperation({
  ...batch,
  name: 'batch-product-options',
  path: '/admin/products/:id/options/batch',
  summary: 'Add, update and remove options of a product',
  params,
  body: z
    .strictObject({
      add: few(z.union([IdInput, ProductOptionInput])).describe('IDs of existing options, or new options'),
      remove: few(IdInput).describe('IDs of options'),
      update: few(
        z.object({
          product_option_id: IdInput,
          add: few(z.union([IdInput, value])).describe('IDs of existing values of the option, or new values'),
          remove: few(IdInput).describe('IDs of values; refused while variants use them'),
        }),
      ),
    })
    .meta({ example: { update: [{ product_option_id: demonstrationId('opt', 1001), add: [{ value: 'XL' }] }] } }),
  response: z.object({ product: Product }),
  selects: getProduct.selects!,
})

const named = z.strictObject({ add: ids, remove: ids })
const both = z.object({ added: z.array(z.string()), removed: z.array(z.string()) })

/** A variant that loses the image of its thumbnail also loses the thumbnail. */
export const batchVariantImages = defineOperation({
  ...batch,
  name: 'batch-variant-images',
  path: '/admin/products/:id/variants/:variant_id/images/batch',
  summary: 'Add and remove images of a variant',
  params: variantParams,
  body: named.meta({ example: { remove: [demonstrationId('img', 1)] } }),
  response: both,
})
export const batchImageVariants = defineOperation({
  ...batch,
  name: 'batch-image-variants',
  path: '/admin/products/:id/images/:image_id/variants/batch',
  summary: 'Add and remove variants of a product image',
  params: params.extend({
    image_id: IdInput.meta({ description: 'ID of the image', example: demonstrationId('img', 1) }),
  }),
  body: named.meta({ example: { remove: [demonstrationId('variant', 1)] } }),
  response: both,
})

export const productBatchOperations = {
  batchProducts,
  batchProductVariants,
  batchVariantInventoryItems,
  batchProductOptions,
  batchVariantImages,
  batchImageVariants,
}
