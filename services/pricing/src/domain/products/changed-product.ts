import { isDeepStrictEqual } from 'node:util'
import {
  type DecisionContext,
  invalidData,
  mergeMetadata,
  type NewVariantInput,
  notFound,
  type ProductChangeInput,
  type VariantChangeInput,
} from '@souk/contracts'
import { assertHandle, idsOf, linkedOptions, newImages } from './new-product.ts'
import { assertDistinct, codesOf, definedOf, newVariant, type OptionChoice, optionValueIds } from './new-variant.ts'
import type { ProductOptionRecord, ProductRecord, VariantRecord } from './product-record.ts'

type Options = ReadonlyMap<string, ProductOptionRecord>

/**
 * The product as a request changes it; the very same one where nothing changes.
 * @param options at least those that the product has and that the request names
 * @throws invalid_data
 */
export function changedProduct(
  product: ProductRecord,
  { images, categories, tags, sales_channels, options: optionInputs, variants, metadata, ...plain }: ProductChangeInput,
  options: Options,
  context: DecisionContext,
): ProductRecord {
  if (plain.handle !== undefined) assertHandle(plain.handle)
  const links = optionInputs ? relinked(product, optionInputs, options, context) : product.options
  const choice = { links, options }
  const changed = {
    ...product,
    ...definedOf(plain),
    options: links,
    ...(metadata !== undefined && { metadata: mergeMetadata(product.metadata, metadata) }),
    ...(images !== undefined && { images: newImages(images ?? [], context, product.images) }),
    ...(categories !== undefined && { category_ids: idsOf(categories) }),
    ...(tags !== undefined && { tag_ids: idsOf(tags) }),
    ...(sales_channels !== undefined && { sales_channel_ids: idsOf(sales_channels) }),
    ...(variants && { variants: replacedVariants(product, variants, choice, context) }),
  }
  return settled(product, changed)
}

/** An option that the product has keeps its link, by its id or its title; the others must have been made before. */
function relinked(
  product: ProductRecord,
  inputs: NonNullable<ProductChangeInput['options']>,
  options: Options,
  context: DecisionContext,
) {
  return inputs.flatMap((input) => {
    const title = 'title' in input ? input.title : undefined
    const present = product.options.find(({ id }) => title !== undefined && options.get(id)?.title === title)
    return present ? [present] : linkedOptions([input], options, context).links
  })
}

function replacedVariants(
  product: ProductRecord,
  inputs: NonNullable<ProductChangeInput['variants']>,
  choice: OptionChoice,
  context: DecisionContext,
): VariantRecord[] {
  return inputs.map(({ id, inventory_items, ...input }, rank) => {
    const present = product.variants.find((variant) => variant.id === id)
    if (present) return changedVariant(present, input, choice, context.now)
    if (id !== undefined) throw invalidData(`Variant with id "${id}" does not exist, but was referenced in the update request`)
    if (input.title === undefined) throw invalidData("Invalid request: Field 'title' is required")
    return newVariant({ ...input, inventory_items } as NewVariantInput, rank, { product, choice, context })
  })
}

/** The very same variant where nothing changes. @throws invalid_data for values that the product does not have */
export function changedVariant(
  variant: VariantRecord,
  { options, prices: _prices, metadata, ...plain }: VariantChangeInput,
  choice: OptionChoice,
  now: string,
): VariantRecord {
  const changed = {
    ...variant,
    ...definedOf(plain),
    ...(metadata !== undefined && { metadata: mergeMetadata(variant.metadata, metadata) }),
    ...(options && { option_value_ids: optionValueIds(variant.title, options, choice, { partly: true }) }),
    ...(plain.manage_inventory === false && { inventory_items: [] }),
  }
  return isDeepStrictEqual(changed, variant) ? variant : { ...changed, updated_at: now }
}

/** @throws invalid_data */
export function withVariant(
  product: ProductRecord,
  input: NewVariantInput,
  options: Options,
  context: DecisionContext,
): ProductRecord {
  const choice = { links: product.options, options }
  const variant = newVariant(input, product.variants.length, { product, choice, context })
  return settled(product, { ...product, variants: [...product.variants, variant] })
}

/** @throws not_found; invalid_data */
export function withChangedVariant(
  product: ProductRecord,
  variantId: string,
  input: VariantChangeInput,
  options: Options,
  now: string,
): ProductRecord {
  variantOf(product, variantId)
  const choice = { links: product.options, options }
  const variants = product.variants.map((one) => (one.id === variantId ? changedVariant(one, input, choice, now) : one))
  return settled(product, { ...product, variants })
}

/** A variant that is not there needs no removing. */
export const withoutVariant = (product: ProductRecord, variantId: string): ProductRecord =>
  product.variants.some(({ id }) => id === variantId)
    ? settled(product, { ...product, variants: product.variants.filter(({ id }) => id !== variantId) })
    : product

/** @throws not_found */
export function variantOf({ variants }: ProductRecord, id: string): VariantRecord {
  const found = variants.find((variant) => variant.id === id && variant.deleted_at === null)
  if (!found) throw notFound(`ProductVariant with id: ${id} was not found`)
  return found
}

/** Once more what must hold of the whole product; the very same one where nothing has changed. @throws invalid_data */
export function settled(before: ProductRecord, after: ProductRecord): ProductRecord {
  assertDistinct(after.variants)
  const variants = after.variants.map((variant) => showing(variant, after.images))
  const changed = { ...after, variants, variant_codes: variants.flatMap(codesOf) }
  return isDeepStrictEqual(changed, before) ? before : changed
}

/** A variant shows images of its product only, as they are there. */
const showing = (variant: VariantRecord, images: ProductRecord['images']): VariantRecord =>
  variant.images.length === 0
    ? variant
    : { ...variant, images: images.filter(({ id }) => variant.images.some((own) => own.id === id)) }
