import { z } from 'zod'
import { asked, fieldTraits, Id, Metadata, softDeletable } from '../fields/common.ts'
import { ProductSeller, PUBLIC_REVIEWS, PublicReview } from '../sellers/store-seller.ts'
import { Inventory, VariantInventoryItem } from './inventory.ts'
import { Price } from './price-list.ts'
import { AttributeValue } from './product-attribute.ts'
import { CalculatedPrice, OptionValue, ProductOption, ShippingProfile, ShownPrice, Translation } from './product-parts.ts'
import { SalesChannel } from './sales-channel.ts'

export const ProductStatus = z.enum(['draft', 'proposed', 'published', 'rejected'])
export type ProductStatus = z.infer<typeof ProductStatus>

/** Measures and customs data; lengths and weights are in the shop's own units. */
const shipment = {
  length: z.number().nullable(),
  width: z.number().nullable(),
  weight: z.number().nullable(),
  height: z.number().nullable(),
  origin_country: z.string().nullable(),
  hs_code: z.string().nullable(),
  mid_code: z.string().nullable(),
  material: z.string().nullable(),
}

export const Image = z
  .object({
    id: Id,
    url: z.string(),
    rank: z.number(),
    product_id: Id.optional().describe('The product that an image of the catalogue belongs to.'),
    variants: asked((): z.ZodType => z.array(Variant))
      .optional()
      .describe(
        'The variants with this image of their own, if requested with `fields`; without any, all variants of the product show it.',
      ),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'Image' })
export type Image = z.infer<typeof Image>

export const Variant = z
  .object({
    id: Id,
    title: z.string(),
    sku: z.string().nullable(),
    barcode: z.string().nullable(),
    ean: z.string().nullable(),
    upc: z.string().nullable(),
    thumbnail: z.string().nullable(),
    product_id: Id.nullable(),
    product: asked((): z.ZodType => Product),
    allow_backorder: z.boolean().describe('Whether it may be ordered when out of stock.'),
    manage_inventory: z.boolean().describe('If false, it is always in stock.'),
    ...shipment,
    variant_rank: z.number().nullable().describe('Position among its siblings.'),
    inventory_quantity: z
      .number()
      .nullable()
      .register(fieldTraits, { asked: true })
      .optional()
      .describe(
        'Present only if requested with `fields`; null if the stock is not managed, and for a variant without inventory items.',
      ),
    options: z.array(OptionValue),
    calculated_price: CalculatedPrice.nullable().describe('Null without a pricing context.'),
    prices: z.array(Price),
    images: z.array(Image),
    inventory_items: z.array(VariantInventoryItem),
    inventory: asked((): z.ZodType => z.array(Inventory))
      .optional()
      .describe('The current items of `inventory_items`, if requested with `fields`; always empty in storefronts.'),
    translations: z.array(Translation),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'Variant' })
export type Variant = z.infer<typeof Variant>

const external_id = z.string().nullable().optional().describe('Its ID in another system.')

export const ProductType = z
  .object({
    id: Id,
    value: z.string(),
    external_id,
    products: asked((): z.ZodType => z.array(Product)).optional(),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'ProductType' })
export type ProductType = z.infer<typeof ProductType>

export const Tag = z
  .object({
    id: Id,
    value: z.string(),
    external_id,
    products: asked((): z.ZodType => z.array(Product)).optional(),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'Tag' })
export type Tag = z.infer<typeof Tag>

export const Collection = z
  .object({
    id: Id,
    title: z.string(),
    handle: z.string().nullable(),
    external_id,
    products: asked((): z.ZodType => z.array(Product)),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'Collection' })
export type Collection = z.infer<typeof Collection>

export const Category = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    handle: z.string().nullable(),
    is_active: z.boolean(),
    is_internal: z.boolean(),
    external_id,
    rank: z.number().nullable(),
    parent_category_id: Id.nullable(),
    parent_category: asked((): z.ZodType => Category),
    category_children: asked((): z.ZodType => z.array(Category)),
    products: asked((): z.ZodType => z.array(Product)),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'Category' })
export type Category = z.infer<typeof Category>

export const Product = z
  .object({
    id: Id,
    title: z.string(),
    subtitle: z.string().nullable(),
    description: z.string().nullable(),
    handle: z.string().nullable(),
    status: ProductStatus,
    is_giftcard: z.boolean().describe('Whether each unit sold becomes a gift card.'),
    discountable: z.boolean(),
    thumbnail: z.string().nullable(),
    ...shipment,
    collection_id: Id.nullable(),
    type_id: Id.nullable(),
    external_id: z.string().nullable(),
    options: z.array(ProductOption),
    variants: z
      .array(Variant)
      .describe('For the product of a line, present only if requested with `fields`: the line has its own variant.')
      .register(fieldTraits, { lean: true }),
    images: z.array(Image),
    categories: z.array(Category),
    type: ProductType.nullable().register(fieldTraits, { along: 'plain' }),
    collection: Collection.nullable().register(fieldTraits, { along: 'plain' }),
    tags: z.array(Tag),
    sales_channels: z.array(SalesChannel),
    shipping_profile: ShippingProfile.nullable(),
    seller: asked((): z.ZodType => ProductSeller)
      .optional()
      .describe(
        'The seller of the product, if requested with `fields`; null for a product of the marketplace itself, and in storefronts ' +
          'if the seller is not active.',
      ),
    attribute_values: asked((): z.ZodType => z.array(AttributeValue))
      .optional()
      .describe('Its attribute values, if requested with `fields`.'),
    reviews: asked((): z.ZodType => z.array(PublicReview))
      .optional()
      .describe(
        `Its latest ${PUBLIC_REVIEWS.each} reviews, if requested with \`fields\`, newest first; fewer per product in responses ` +
          `with many products, ${PUBLIC_REVIEWS.together} in total.`,
      ),
    translations: z.array(Translation),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'Product' })
export type Product = z.infer<typeof Product>

/** A variant as storefronts show it. */
export const StoreVariant = Variant.extend({
  calculated_price: ShownPrice.nullable().describe('Null if it has no price, or none is requested.'),
}).meta({ id: 'StoreVariant' })
export type StoreVariant = z.infer<typeof StoreVariant>

/** A product as storefronts show it. */
export const StoreProduct = Product.extend({ variants: z.array(StoreVariant) }).meta({ id: 'StoreProduct' })
export type StoreProduct = z.infer<typeof StoreProduct>
