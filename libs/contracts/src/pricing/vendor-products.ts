import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { defineOperation } from '../operation/operation.ts'
import { plainResource } from '../operation/plain-resource.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { SellerParams } from '../sellers/seller.ts'
import { MANY_PRICES } from './price-list-inputs.ts'
import { Product } from './product.ts'
import {
  additionalData,
  many,
  NewProductInput,
  ProductUpdateInput,
  SellersProductOptionInput,
  VariantImagesInput,
} from './product-input.ts'
import { createProductOption } from './product-options.ts'
import { createProductVariant, deleteProductVariant, listProductVariants, updateProductVariant } from './product-variants.ts'
import { getProduct, PRODUCT_SEARCH } from './products.ts'

/** The default fields of a seller's product: those of administrators, and a few more around it. */
export const VENDOR_PRODUCT_DEFAULTS = [
  ...(getProduct.selects!.defaults as readonly (keyof typeof Product.shape)[]),
  '*variants.options.option',
  '*variants.prices.price_rules',
  '*attribute_values',
  '*attribute_values.attribute',
] as const

const products = plainResource({
  service: 'pricing',
  path: '/vendor/products',
  noun: ['product of the seller', "the seller's products"],
  keys: ['product', 'products'],
  schema: Product,
  examples: { id: demonstrationId('prod', 1), deleted: demonstrationId('prod', 5) },
  defaults: VENDOR_PRODUCT_DEFAULTS,
})

/** Products of any status. */
export const listVendorProducts = products.list('list-vendor-products', {
  sort: ['created_at', 'updated_at', 'title', 'handle', 'status'],
  filter: [
    ...(['id', 'title', 'handle', 'status', 'is_giftcard', 'external_id', 'type_id', 'collection_id'] as const),
    ...(['created_at', 'updated_at', 'deleted_at'] as const),
  ],
  ids: ['tag_id', 'category_id', 'sales_channel_id'],
  links: ['price_list_id'],
  ...PRODUCT_SEARCH,
  deleted: 'hidden',
  order: OLDEST_FIRST,
})
/** For administrators. A seller that is not there has none. */
export const listSellerProducts = {
  ...listVendorProducts,
  name: 'list-seller-products',
  path: '/admin/sellers/:id/products' as const,
  summary: "List a seller's products",
  params: SellerParams,
}
/** Other sellers' products are refused like those that do not exist. */
export const getVendorProduct = { ...products.get('get-vendor-product'), query: RecordQuery }

const SellerStatus = z
  .enum(['draft', 'proposed'])
  .describe(
    'A proposed product makes a request of type `product`, with which an administrator publishes or rejects it. If the ' +
      'marketplace requires no approval (`/vendor/configuration`), it is published at once; if it takes no requests, proposing ' +
      'is refused (403).',
  )

const ChangedStatus = z
  .enum([...SellerStatus.options, 'published'])
  .describe(
    `${SellerStatus.description} \`published\` is refused (400) while approval is required; otherwise it publishes the ` +
      'product, even if it waits for approval.',
  )

const NoGiftCard = z.literal(false).optional().describe('Only the marketplace sells gift cards.')

/**
 * Types, collections, tags, categories, shipping profiles and inventory items must be there: profiles of the marketplace or of
 * the seller, and items taken by the seller's own products. Sales channels are kept as they are named, as with the peers: one
 * that is not there sells the product nowhere. Without `shipping_profile_id` the marketplace's oldest shipping profile of type
 * `default` is taken, never one of the seller's own, since that may have no shipping option yet; null takes none.
 */
export const createVendorProduct = {
  ...products.create(
    'create-vendor-product',
    NewProductInput.omit({ status: true, is_giftcard: true })
      .extend({
        status: SellerStatus.default('draft'),
        is_giftcard: NoGiftCard,
        options: many(SellersProductOptionInput).optional(),
        ...additionalData,
        variants_images: many(VariantImagesInput)
          .optional()
          .describe("Images of variants, each identified by the `variant_image_key` in the variant's metadata."),
      })
      .meta({
        example: {
          title: 'Bowl',
          status: 'proposed',
          options: [{ title: 'Glaze', values: ['Blue'] }],
          variants: [{ title: 'Blue', options: { Glaze: 'Blue' }, prices: [{ currency_code: 'eur', amount: 24 }] }],
        },
      }),
  ),
  ...MANY_PRICES,
  status: 201 as const,
}
/** A published product stays so; `POST /vendor/products/:id/status` takes it back. */
export const updateVendorProduct = {
  ...products.update(
    'update-vendor-product',
    ProductUpdateInput.omit({ status: true })
      .extend({ is_giftcard: NoGiftCard, ...additionalData })
      .meta({ example: { subtitle: 'Knitted by hand' } }),
  ),
  ...MANY_PRICES,
}
/** Without approval a proposed product is published at once; one that was proposed before goes on waiting. */
export const updateVendorProductStatus = products.act('update-vendor-product-status', {
  below: 'status',
  summary: 'Propose, publish or withdraw a product',
  example: demonstrationId('prod', 6),
  body: z.strictObject({ status: ChangedStatus }).meta({ example: { status: 'proposed' } }),
})
/** One that is deleted already is refused like those that do not exist. */
export const deleteVendorProduct = products.delete('delete-vendor-product')

const ofProduct = { selects: getVendorProduct.selects! }
const variants = { path: '/vendor/products/:id/variants' } as const
const variant = { path: '/vendor/products/:id/variants/:variant_id' } as const
const { defaults, ...shown } = listProductVariants.selects!
export const listVendorProductVariants = {
  ...listProductVariants,
  ...variants,
  selects: { ...shown, defaults: [...defaults, '*options.option', '*prices.price_rules'] },
  name: 'list-vendor-product-variants',
}
export const createVendorProductVariant = {
  ...createProductVariant,
  ...variants,
  ...ofProduct,
  name: 'create-vendor-product-variant',
}
export const updateVendorProductVariant = {
  ...updateProductVariant,
  ...variant,
  ...ofProduct,
  name: 'update-vendor-product-variant',
}
/** Deleting a variant that is deleted already, or never existed, succeeds; one of another product is refused. */
export const deleteVendorProductVariant = {
  ...deleteProductVariant,
  ...variant,
  selects: { ...ofProduct.selects, key: 'parent' },
  name: 'delete-vendor-product-variant',
}

const OptionInput = createProductOption.body.pick({ title: true, values: true, metadata: true })
/** An option of this product alone. Its variants stand for none of its values until they are changed. */
export const createVendorProductOption = products.act('create-vendor-product-option', {
  below: 'options',
  summary: 'Add an option to a product',
  body: OptionInput.meta({ example: { title: 'Lining', values: ['silk', 'none'] } }),
})
const option = { service: 'pricing', path: '/vendor/products/:id/options/:option_id' } as const
const optionParams = (product: number, n: number) =>
  z.object({
    id: IdInput.meta({ description: 'ID of the product', example: demonstrationId('prod', product) }),
    option_id: IdInput.meta({ description: 'ID of the option', example: demonstrationId('opt', n) }),
  })
/**
 * `values` are all that it has afterwards: those that are left out are gone, and refused while a variant stands for them. An
 * option that other products have as well is refused.
 */
export const updateVendorProductOption = defineOperation({
  ...option,
  ...ofProduct,
  name: 'update-vendor-product-option',
  method: 'POST',
  summary: 'Update an option of a product',
  params: optionParams(1, 1001),
  body: OptionInput.extend({ id: IdInput.describe('Accepted but ignored: given by the path.') })
    .partial()
    .meta({ example: { values: ['S', 'M', 'L', 'XL'] } }),
  response: createVendorProductOption.response,
})
/** Refused while a variant stands for a value of it. One that other products have as well stays theirs. */
export const deleteVendorProductOption = defineOperation({
  ...option,
  name: 'delete-vendor-product-option',
  method: 'DELETE',
  summary: 'Remove an option from a product',
  params: optionParams(6, 1004),
  response: z.object({ id: z.string(), object: z.literal('option'), deleted: z.literal(true) }),
})

export const vendorProductOperations = {
  listVendorProducts,
  listSellerProducts,
  getVendorProduct,
  createVendorProduct,
  updateVendorProduct,
  updateVendorProductStatus,
  deleteVendorProduct,
  listVendorProductVariants,
  createVendorProductVariant,
  updateVendorProductVariant,
  deleteVendorProductVariant,
  createVendorProductOption,
  updateVendorProductOption,
  deleteVendorProductOption,
}
