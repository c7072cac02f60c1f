import { type DecisionContext, definedOf, invalidData, type NewProductInput, type VariantImagesInput } from '@souk/contracts'
import type { PriceRecord } from '../prices/price.ts'
import { newBasePrices } from './base-prices.ts'
import { withImagesOfVariants, withOwnImages } from './images-of-new-variants.ts'
import { assertCodesApart, codesOf, newVariants } from './new-variant.ts'
import { NO_SHIPMENT_FACTS } from './no-shipment-facts.ts'
import { assertLinkedOnce, linkedOptions } from './option-links.ts'
import { assertHandle, defaultHandle } from './product-handle.ts'
import { newImages } from './product-images.ts'
import type { ProductOptionRecord, ProductRecord } from './product-record.ts'
import { assertProductFits } from './product-size.ts'

/** The product as sent; sellers may also assign images to its variants. */
export type SentProduct = NewProductInput & { variants_images?: readonly VariantImagesInput[] | undefined }

export interface NewProduct {
  product: ProductRecord
  /** Options that are exclusive to this product. */
  options: ProductOptionRecord[]
  prices: PriceRecord[]
}

/**
 * A product with everything that is created with it.
 * @param known the existing options that the input names
 * @throws invalid_data
 */
export function newProduct(
  { id, input, seller_id }: { id: string; input: SentProduct; seller_id: string | null },
  known: ReadonlyMap<string, ProductOptionRecord>,
  context: DecisionContext,
): NewProduct {
  const { title, handle, options = [], variants: variantInputs = [], variants_images = [] } = input
  if (options.length === 0) throw invalidData(`Product options are not provided for: [${title}].`)
  assertLinkedOnce(title, options)
  if (handle !== undefined) assertHandle(handle)
  const { links, made } = linkedOptions(options, known, context)
  const choice = { links, options: new Map([...known, ...made.map((option) => [option.id, option] as const)]) }
  const images = newImages(withImagesOfVariants(input.images ?? [], variants_images), context)
  const plainVariants = newVariants(variantInputs, { product: { id }, choice, context })
  const variants = withOwnImages(plainVariants, images, variants_images)
  assertCodesApart(variants)
  const product = recordOf(input, { id, seller_id, options: links, variants, images }, context.now)
  assertProductFits(product)
  const prices = variants.flatMap((variant, at) =>
    newBasePrices(variantInputs[at]!.prices ?? [], variant, { seller_id, context }),
  )
  return { product, options: made, prices }
}

/** Other records that it refers to, and shipment facts, unless they are sent. */
const UNKNOWN = {
  external_id: null,
  type_id: null,
  collection_id: null,
  ...NO_SHIPMENT_FACTS,
}

/** The fields are in the same order whichever are sent: V8 then gives all products one shape. */
function recordOf(
  input: SentProduct,
  { id, seller_id, options, variants, images }: Pick<ProductRecord, 'id' | 'seller_id' | 'options' | 'variants' | 'images'>,
  now: string,
): ProductRecord {
  const { options: _options, variants: _variants, images: _images, variants_images: _ofVariants, ...sent } = input
  const { categories, tags, sales_channels, title, handle, status, thumbnail, ...more } = sent
  const { is_giftcard = false, metadata = null, shipping_profile_id = null, ...given } = more
  return {
    id,
    title,
    subtitle: null,
    description: null,
    status: status ?? 'draft',
    thumbnail: thumbnail || (images[0]?.url ?? null),
    ...UNKNOWN,
    discountable: true,
    ...definedOf(given),
    ...(is_giftcard && { discountable: false }),
    handle: handle ?? defaultHandle({ id, title }),
    is_giftcard,
    options,
    variants,
    variant_codes: variants.flatMap(codesOf),
    images,
    category_ids: idsOf(categories),
    tag_ids: idsOf(tags),
    sales_channel_ids: idsOf(sales_channels),
    shipping_profile_id,
    seller_id,
    translations: [],
    metadata,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
}

export const idsOf = (named: readonly { id: string }[] | null | undefined) => [...new Set((named ?? []).map(({ id }) => id))]
