import { type CalculatedPrice, omitting, type Product, type Variant } from '@souk/contracts'
import { basePrices, type PriceRecord, shownPrice } from '../prices/price.ts'
import { plainProfile } from '../shipping-profiles/shipping-profile.ts'
import { type ProductParts, present, shownCategory, shownOptions, shownVariantOptions } from './product-parts.ts'
import type { ProductRecord, VariantRecord } from './product-record.ts'

/** Fields that answers leave out: ids of records that they show whole, and notes for later work. */
const NOT_SHOWN = [
  ...(['variants', 'variant_codes', 'options', 'tag_ids', 'category_ids', 'sales_channel_ids'] as const),
  ...(['shipping_profile_id', 'seller_id', 'images_of_variants', 'attribute_values'] as const),
  ...(['repricing', 'leaving', 'left_at', 'leaving_option_ids', 'proposal'] as const),
] satisfies (keyof ProductRecord)[]
const withoutNotes = omitting<ProductRecord, (typeof NOT_SHOWN)[number]>(NOT_SHOWN)

/** The product as a line shows it: without its variants, because the line shows its own variant separately. */
export function productSnapshot(product: ProductRecord, parts: ProductParts): Product {
  const collection = parts.collections.get(product.collection_id ?? '')
  const profile = parts.shippingProfiles.get(product.shipping_profile_id ?? '')
  return Object.assign(withoutNotes(product), {
    options: shownOptions(product, parts),
    variants: [],
    type: parts.types.get(product.type_id ?? '') ?? null,
    collection: collection ? { ...collection, products: null } : null,
    tags: present(product.tag_ids, parts.tags),
    categories: present(product.category_ids, parts.categories).map(shownCategory),
    sales_channels: parts.channels.filter(({ id }) => product.sales_channel_ids.includes(id)),
    shipping_profile: profile ? plainProfile(profile) : null,
  })
}

/**
 * The product on its own: with all its living variants, outside any pricing context. Images that no variant has for itself are
 * shown for all.
 */
export function wholeProduct(
  product: ProductRecord,
  parts: ProductParts,
  pricesOf: (variant_id: string) => readonly PriceRecord[],
): Product {
  const ofSome = new Set(imagesOfVariants(product))
  const shownImages = product.images.map((image) => ({ ...image, product_id: product.id }))
  const variants = livingVariants(product).map((variant) => {
    const own = new Set(variant.images.map(({ id }) => id))
    const images = shownImages.filter(({ id }) => own.has(id) || !ofSome.has(id))
    return Object.assign(variantSnapshot(variant, product, parts, pricesOf(variant.id), null), { images })
  })
  return Object.assign(productSnapshot(product, parts), { images: shownImages, variants })
}

/** The product with only these of its variants. */
export const withOnly = (product: ProductRecord, variants: VariantRecord[]): ProductRecord => ({
  ...product,
  variants,
  images_of_variants: imagesOfVariants(product),
})

const imagesOfVariants = ({ variants, images_of_variants }: ProductRecord) =>
  images_of_variants ?? livingVariants({ variants }).flatMap(({ images }) => images.map(({ id }) => id))

export const livingVariants = ({ variants }: Pick<ProductRecord, 'variants'>): VariantRecord[] =>
  variants.filter(({ deleted_at }) => deleted_at === null)

const withoutIds = omitting<VariantRecord, 'price_set_id' | 'option_value_ids'>(['price_set_id', 'option_value_ids'])

/** The variant as a line shows it: with its price there (null outside a pricing context) and its base prices. */
export function variantSnapshot(
  variant: VariantRecord,
  product: Pick<ProductRecord, 'options'>,
  parts: ProductParts,
  prices: readonly PriceRecord[],
  calculated_price: CalculatedPrice | null,
): Variant {
  return Object.assign(withoutIds(variant), {
    options: shownVariantOptions(variant, product, parts),
    product: null,
    calculated_price,
    prices: basePrices(prices).map(shownPrice),
  })
}
