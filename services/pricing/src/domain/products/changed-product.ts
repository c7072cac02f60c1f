import { isDeepStrictEqual } from 'node:util'
import {
  type DecisionContext,
  definedOf,
  invalidData,
  type Metadata,
  mergeMetadata,
  type NewVariantInput,
  notFound,
  type ProductChangeInput,
  replacingMetadata,
  type VariantChangeInput,
} from '@souk/contracts'
import { assertNamedOnce } from '../lists/assert-named-once.ts'
import { idsOf } from './new-product.ts'
import {
  assertCodesApart,
  assertValuesApart,
  codesOf,
  newVariants,
  type OptionChoice,
  optionValueIds,
  type SameValues,
} from './new-variant.ts'
import { linkedOptions } from './option-links.ts'
import { assertOptionsUnused, assertToldApart, withoutOptions } from './option-values-of-variants.ts'
import { assertHandle } from './product-handle.ts'
import { newImages } from './product-images.ts'
import type { LeavingVariant, ProductOptionRecord, ProductRecord, VariantRecord } from './product-record.ts'
import { assertProductFits } from './product-size.ts'
import { newLink } from './variant-inventory-link.ts'

type Options = ReadonlyMap<string, ProductOptionRecord>

/**
 * The product after a change; the very same one if nothing changes.
 * @param options at least those that the product has and that the request names
 * @throws invalid_data, also for a variant that is named twice
 */
export function changedProduct(
  product: ProductRecord,
  { images, categories, tags, sales_channels, options: named, option_ids, variants, metadata, ...plain }: ProductChangeInput,
  options: Options,
  context: DecisionContext,
): ProductRecord {
  if (plain.handle !== undefined) assertHandle(plain.handle)
  const inputs = option_ids ? [...new Set(option_ids)].map((id) => ({ id })) : named
  const links = inputs ? relinked(product, inputs, options, context) : product.options
  const choice = { links, options }
  const going = product.options.filter(({ id }) => !links.some((link) => link.id === id)).map(({ id }) => id)
  const left = withoutOptions(product.variants, going, options)
  if (!variants && option_ids) assertOptionsUnused(product, going, options)
  else if (!variants) assertToldApart(product.variants, left)
  const changed = {
    ...product,
    ...definedOf(plain),
    ...(plain.is_giftcard && { discountable: false }),
    options: links,
    ...(metadata !== undefined && { metadata: mergedMetadata(product.metadata, metadata) }),
    ...(images !== undefined && { images: newImages(images ?? [], context, product.images) }),
    ...(categories !== undefined && { category_ids: idsOf(categories) }),
    ...(tags !== undefined && { tag_ids: idsOf(tags) }),
    ...(sales_channels !== undefined && { sales_channel_ids: idsOf(sales_channels) }),
    variants: variants ? replacedVariants({ ...product, variants: left }, variants, choice, context) : left,
  }
  return settled(product, changed, sameInRequest)
}

/** Empty metadata clears that of a product or variant, as with the peers; other records keep theirs. */
const mergedMetadata = (before: Metadata, sent: Metadata): Metadata =>
  sent !== null && Object.keys(sent).length === 0 ? {} : mergeMetadata(before, sent)

const sameInRequest: SameValues = (first, second) =>
  `Variant "${first.title}" has same combination of option values as "${second.title}".`

/** An option that the product already has, by id or title, keeps its link; the others must have been created before. */
function relinked(
  product: ProductRecord,
  inputs: NonNullable<ProductChangeInput['options']>,
  options: Options,
  context: DecisionContext,
) {
  return inputs.flatMap((input) => {
    const title = 'title' in input ? input.title : undefined
    const isNamed = ({ id }: { id: string }) => ('id' in input ? input.id === id : options.get(id)?.title === title)
    const present = product.options.find(isNamed)
    return present ? [present] : linkedOptions([input], options, context).links
  })
}

/** The variants of the request, whose metadata replaces what they have: only their own routes merge it, as with the peers. */
function replacedVariants(
  product: ProductRecord,
  inputs: NonNullable<ProductChangeInput['variants']>,
  choice: OptionChoice,
  context: DecisionContext,
): VariantRecord[] {
  const named = inputs.flatMap(({ id }) => id ?? [])
  assertNamedOnce('Variant', named)
  return inputs.flatMap(({ id, inventory_items, ...input }) => {
    const present = product.variants.find((variant) => variant.id === id)
    if (present) return changedVariant(present, input, choice, context, (_, sent) => replacingMetadata(sent))
    if (id !== undefined) throw invalidData(`Variant with id "${id}" does not exist, but was referenced in the update request`)
    if (input.title === undefined) throw invalidData("Invalid request: Field 'title' is required")
    return newVariants([{ ...input, inventory_items } as NewVariantInput], { product, choice, context })
  })
}

const ownTaken = ({ newId }: DecisionContext) => ({ inventory_item_id: newId('iitem'), required_quantity: 1 })

/**
 * The very same variant if nothing changes. If its stock becomes managed, it gets an inventory item of its own.
 * @param metadataOf the variant's metadata, given the present one and that of the request, if it has any
 * @throws invalid_data for values that the product does not have
 */
export function changedVariant(
  variant: VariantRecord,
  { options, prices: _prices, metadata, ...plain }: VariantChangeInput,
  choice: OptionChoice,
  context: DecisionContext,
  metadataOf = mergedMetadata,
): VariantRecord {
  const takesOwn = plain.manage_inventory === true && !variant.manage_inventory && variant.inventory_items.length === 0
  const changed = {
    ...variant,
    ...definedOf(plain),
    ...(metadata !== undefined && { metadata: metadataOf(variant.metadata, metadata) }),
    ...(options && { option_value_ids: optionValueIds(plain.title ?? variant.title, options, choice) }),
    ...(plain.manage_inventory === false && { inventory_items: [] }),
    ...(takesOwn && { inventory_items: [newLink(variant.id, ownTaken(context), context)] }),
  }
  return isDeepStrictEqual(changed, variant) ? variant : { ...changed, updated_at: context.now }
}

/** @throws invalid_data */
export function withVariant(
  product: ProductRecord,
  input: NewVariantInput,
  options: Options,
  context: DecisionContext,
): ProductRecord {
  const choice = { links: product.options, options }
  const made = newVariants([input], { product, choice, context })
  return settled(product, { ...product, variants: [...product.variants, ...made] })
}

/** @throws not_found; invalid_data */
export function withChangedVariant(
  product: ProductRecord,
  variantId: string,
  input: VariantChangeInput,
  options: Options,
  context: DecisionContext,
): ProductRecord {
  variantOf(product, variantId)
  const choice = { links: product.options, options }
  const variants = product.variants.map((one) => (one.id === variantId ? changedVariant(one, input, choice, context) : one))
  const taken: SameValues = (first, second) =>
    `Variant (${first.id === variantId ? second.title : first.title}) with provided options already exists.`
  return settled(product, { ...product, variants }, taken)
}

/**
 * The product with updated dates for the variants that get other base prices. These are stored separately, but count for the
 * product's revision: of two price changes at the same revision, the second is refused.
 */
export const withRepriced = (product: ProductRecord, ids: ReadonlySet<string>, { now }: Pick<DecisionContext, 'now'>) =>
  product.variants.some(({ id }) => ids.has(id))
    ? { ...product, variants: product.variants.map((one) => (ids.has(one.id) ? { ...one, updated_at: now } : one)) }
    : product

/** A variant that does not exist is ignored. */
export const withoutVariant = (product: ProductRecord, variantId: string): ProductRecord =>
  product.variants.some(({ id }) => id === variantId)
    ? settled(product, { ...product, variants: product.variants.filter(({ id }) => id !== variantId) })
    : product

/** A living variant of the product; undefined for others. */
export const findVariant = ({ variants }: ProductRecord, id: string): VariantRecord | undefined =>
  variants.find((variant) => variant.id === id && variant.deleted_at === null)

/** @throws not_found */
export function variantOf(product: ProductRecord, id: string): VariantRecord {
  const found = findVariant(product, id)
  if (!found) throw notFound(`ProductVariant with id: ${id} was not found`)
  return found
}

/**
 * Checks again the rules for the whole product, including its size, and records the variants and options that left it; the very
 * same one if nothing has changed.
 * @param madeAtOnce as in `assertValuesApart`
 * @throws invalid_data
 */
export function settled(
  before: ProductRecord,
  after: ProductRecord,
  sameValues?: SameValues,
  madeAtOnce?: readonly string[],
): ProductRecord {
  assertValuesApart(before.variants, after.variants, sameValues, madeAtOnce)
  assertCodesApart(after.variants)
  const variants = after.variants.map((variant) => showing(variant, after.images))
  const left = before.variants.filter(({ id }) => !variants.some((one) => one.id === id)).map(leavingVariant)
  const leaving = left.length > 0 && { leaving: [...(before.leaving ?? []), ...left] }
  const going = before.options.filter(({ id }) => !after.options.some((one) => one.id === id)).map(({ id }) => id)
  const leavingOptions = going.length > 0 && {
    leaving_option_ids: [...new Set([...(before.leaving_option_ids ?? []), ...going])],
  }
  const changed = { ...after, variants, variant_codes: variants.flatMap(codesOf), ...leaving, ...leavingOptions }
  if (isDeepStrictEqual(changed, before)) return before
  assertProductFits(changed, before)
  return changed
}

export const leavingVariant = ({ id, inventory_items }: VariantRecord): LeavingVariant => ({
  id,
  inventory_item_ids: inventory_items.map(({ inventory_item_id }) => inventory_item_id),
})

/** A variant only shows images that its product has, in the product's version of them. */
const showing = (variant: VariantRecord, images: ProductRecord['images']): VariantRecord =>
  variant.images.length === 0
    ? variant
    : { ...variant, images: images.filter(({ id }) => variant.images.some((own) => own.id === id)) }
