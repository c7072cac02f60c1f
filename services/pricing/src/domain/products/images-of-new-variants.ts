import { invalidData, type VariantImagesInput } from '@souk/contracts'
import type { ProductRecord, VariantRecord } from './product-record.ts'

/** Most images of a product, as in the contract. */
const MAX_IMAGES = 1000

/** The images of a new product: its own, and further ones of its variants. @throws invalid_data for too many */
export function withImagesOfVariants<I extends { url: string }>(
  images: readonly I[],
  inputs: readonly VariantImagesInput[],
): (I | { url: string })[] {
  const present = new Set(images.map(({ url }) => url))
  const named = inputs.flatMap(({ image_urls = [], thumbnail_url }) => [...image_urls, ...(thumbnail_url ? [thumbnail_url] : [])])
  const all = [...images, ...[...new Set(named)].filter((url) => !present.has(url)).map((url) => ({ url }))]
  if (all.length > MAX_IMAGES) throw invalidData(`A product has at most ${MAX_IMAGES} images, with those of its variants`)
  return all
}

/** New variants with their own images. If several variants have the same key, the last one gets them. */
export function withOwnImages(
  variants: readonly VariantRecord[],
  images: ProductRecord['images'],
  inputs: readonly VariantImagesInput[],
): VariantRecord[] {
  const keyed = new Map(variants.map(({ id, metadata }) => [metadata?.variant_image_key, id]))
  return variants.map((variant) => {
    const own = inputs.filter(({ variant_image_key }) => keyed.get(variant_image_key) === variant.id)
    if (own.length === 0) return variant
    const urls = new Set(own.flatMap(({ image_urls = [] }) => image_urls))
    const thumbnail = own.findLast(({ thumbnail_url }) => thumbnail_url)?.thumbnail_url ?? variant.thumbnail
    return { ...variant, images: images.filter(({ url }) => urls.has(url)), thumbnail }
  })
}
