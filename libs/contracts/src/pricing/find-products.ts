import { z } from 'zod'
import { type BodyOf, defineOperation } from '../operation/operation.ts'

/** Related records of the catalogue, or a property of them, named like the path at which answers show them. */
export const ProductRelation = z.enum([
  'variant.product',
  'variant.inventory_quantity',
  'variant.inventory',
  'product.variants',
  'product.seller',
  'product.attribute_values',
  'product.reviews',
  'image.variants',
  'type.products',
  'tag.products',
  'collection.products',
  'option.products',
  'category.products',
  'category.category_children',
  'category.parent_category',
  'inventory.location_levels',
  'fulfillment.shipping_option',
  'fulfillment.provider',
])
export type ProductRelation = z.infer<typeof ProductRelation>

/**
 * Fields of products, variants, images, options, collections and categories, their stock, and the shipping options and providers
 * of fulfillments, all in one request. The caller's actor determines what is found: a storefront sees published products of its
 * channels and public categories; a seller its own products, their stock and its own shipping options; an administrator
 * everything.
 */
export const findProducts = defineOperation({
  service: 'pricing',
  name: 'find-products',
  summary: 'Find records related to products, variants, images, options, collections, categories and inventory items',
  body: z.strictObject({
    relations: z.array(
      z.strictObject({
        relation: ProductRelation,
        ids: z
          .array(z.string())
          .describe(
            'Of the product for variant.product, product.variants, product.seller, product.attribute_values and product.reviews, of the parent for parent_category, of the record itself for those of fulfillments, else its owner’s',
          ),
        fields: z.string().optional().describe('The fields to return for each record; absent: the whole record'),
      }),
    ),
  }),
  response: z.object({
    relations: z
      .array(z.array(z.unknown()))
      .describe('For each relation one value per ID: null (for lists: empty) if nothing is found'),
  }),
  attempt_ms: 1000,
})

/** A need of records for something in the catalogue, with the ids to ask for. */
export type ProductNeed = BodyOf<typeof findProducts>['relations'][number]

export const productLookupOperations = { findProducts }
