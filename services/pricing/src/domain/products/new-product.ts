import { isDeepStrictEqual } from 'node:util'
import {
  type DecisionContext,
  definedOf,
  invalidData,
  missingRelation,
  type NewProductInput,
  type ProductOptionInput,
  productHandleOf,
  type VariantImagesInput,
} from '@souk/contracts'
import { assertNamedOnce } from '../lists/assert-named-once.ts'
import { repeated } from '../lists/repeated.ts'
import type { PriceRecord } from '../prices/price.ts'
import { optionValues } from '../product-options/product-option.ts'
import { newBasePrices } from './base-prices.ts'
import { withImagesOfVariants, withOwnImages } from './images-of-new-variants.ts'
import { assertCodesApart, codesOf, newVariants } from './new-variant.ts'
import type { ProductOptionLink, ProductOptionRecord, ProductRecord } from './product-record.ts'
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
  const { title, options: optionInputs = [], variants: variantInputs = [], categories, tags, ...sent } = input
  const { images, variants_images = [], ...rest } = sent
  const { sales_channels, handle, is_giftcard = false, metadata = null, shipping_profile_id = null, ...more } = rest
  const { status, thumbnail, ...given } = more
  if (optionInputs.length === 0) throw invalidData(`Product options are not provided for: [${title}].`)
  assertLinkedOnce(title, optionInputs)
  if (handle !== undefined) assertHandle(handle)
  const { links, made } = linkedOptions(optionInputs, known, context)
  const choice = { links, options: new Map([...known, ...made.map((option) => [option.id, option] as const)]) }
  const shownImages = newImages(withImagesOfVariants(images ?? [], variants_images), context)
  const plainVariants = newVariants(variantInputs, { product: { id }, choice, context })
  const variants = withOwnImages(plainVariants, shownImages, variants_images)
  assertCodesApart(variants)
  const { now } = context
  const product: ProductRecord = {
    id,
    title,
    subtitle: null,
    description: null,
    status: status ?? 'draft',
    thumbnail: thumbnail || (shownImages[0]?.url ?? null),
    external_id: null,
    type_id: null,
    collection_id: null,
    weight: null,
    length: null,
    height: null,
    width: null,
    hs_code: null,
    mid_code: null,
    origin_country: null,
    material: null,
    discountable: true,
    ...definedOf(given),
    ...(is_giftcard && { discountable: false }),
    handle: handle ?? (productHandleOf(title) || `product-${id.slice(-6).toLowerCase()}`),
    is_giftcard,
    options: links,
    variants,
    variant_codes: variants.flatMap(codesOf),
    images: shownImages,
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
  assertProductFits(product)
  const prices = variants.flatMap((variant, at) =>
    newBasePrices(variantInputs[at]!.prices ?? [], variant, { seller_id, context }),
  )
  return { product, options: made, prices }
}

export const idsOf = (named: readonly { id: string }[] | null | undefined) => [...new Set((named ?? []).map(({ id }) => id))]

/** @throws not_found for a value that the option does not have */
export function assertValues({ values }: ProductOptionRecord, ids: readonly string[] = []) {
  const unknown = ids.find((id) => !values.some((value) => value.id === id))
  if (unknown !== undefined) throw missingRelation('product_option_value_id', unknown)
}

/**
 * A link to these of the option's values. Absent: to all that it has now, so that values which it gets later are offered only on
 * products that add them, as at the peers.
 * @throws not_found for a value that the option does not have
 */
export function linkTo(option: ProductOptionRecord, value_ids?: readonly string[]): ProductOptionLink {
  assertValues(option, value_ids)
  return { id: option.id, value_ids: value_ids ? [...value_ids] : option.values.map(({ id }) => id) }
}

/** Links to existing options, and new options that are created for them. @throws invalid_data; not_found, as above */
export function linkedOptions(
  inputs: readonly ProductOptionInput[],
  known: ReadonlyMap<string, ProductOptionRecord>,
  context: DecisionContext,
): { links: ProductOptionLink[]; made: ProductOptionRecord[] } {
  const made: ProductOptionRecord[] = []
  const missing = inputs.flatMap((input) => ('id' in input && !known.has(input.id) ? [input.id] : []))
  if (missing.length > 0) throw invalidData(`Some product options were not found: [${missing.join(', ')}]`)
  const links = inputs.map((input): ProductOptionLink => {
    if ('id' in input) return linkTo(known.get(input.id)!, input.value_ids)
    const { title, values, ranks, is_exclusive = true, metadata = null } = input
    const id = context.newId('opt')
    const dates = { created_at: context.now, updated_at: context.now, deleted_at: null }
    const option = { id, title, is_exclusive, values: optionValues(id, { values, ranks }, [], context), metadata, ...dates }
    made.push(option)
    return linkTo(option)
  })
  return { links, made }
}

function assertLinkedOnce(title: string, inputs: readonly ProductOptionInput[]) {
  const ids = inputs.flatMap((input) => ('id' in input ? [input.id] : []))
  const twice = repeated(ids)
  if (twice.length > 0) throw invalidData(`Product "${title}" has duplicate option assignments: [${twice.join(', ')}]`)
}

type Images = ProductRecord['images']
/**
 * Images in the order of the inputs. An input with the id of an existing image changes it; one without an id stands for the first
 * image with its url that no other input names.
 * @throws invalid_data for a repeated id
 */
export function newImages(
  inputs: readonly { id?: string | undefined; url: string; metadata?: Record<string, unknown> | null | undefined }[],
  { newId, now }: DecisionContext,
  before: Images = [],
): Images {
  const named = inputs.flatMap(({ id }) => id ?? [])
  assertNamedOnce('Image', named)
  const unnamed = before.filter(({ id }) => !named.includes(id))
  return inputs.map(({ id, url, metadata }, rank) => {
    const at = id === undefined ? unnamed.findIndex((image) => image.url === url) : -1
    const present = at === -1 ? before.find((image) => image.id === id) : unnamed.splice(at, 1)[0]
    if (!present)
      return { id: newId('img'), url, rank, metadata: metadata ?? null, created_at: now, updated_at: now, deleted_at: null }
    const changed = { ...present, url, rank, ...definedOf({ metadata }) }
    return isDeepStrictEqual(changed, present) ? present : { ...changed, updated_at: now }
  })
}

const HANDLE = /^[\p{Ll}\p{Lo}\p{Lm}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{Lm}\p{N}]+)*$/u
/** Lower-case letters of any language, and digits, joined by single hyphens. @throws invalid_data */
export function assertHandle(handle: string) {
  if (!HANDLE.test(handle)) throw invalidData(`Invalid product handle '${handle}'. It must contain URL safe characters`)
}
