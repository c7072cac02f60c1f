import { notFound } from '@souk/contracts'
import { settled, variantOf } from './changed-product.ts'
import type { ProductRecord, VariantRecord } from './product-record.ts'

/** A variant, and an image of its product. */
export interface ShownImage {
  variant_id: string
  image_id: string
}

/**
 * The product after adding these images to its variants and removing those; the very same one if nothing changes. A variant that
 * loses the image of its thumbnail also loses the thumbnail.
 * @throws not_found for a variant that does not exist, and for an image to add that does not
 */
export function withVariantImages(
  product: ProductRecord,
  { add, remove }: { add: readonly ShownImage[]; remove: readonly ShownImage[] },
  now: string,
): ProductRecord {
  for (const { variant_id } of [...add, ...remove]) variantOf(product, variant_id)
  const known = new Set(product.images.map(({ id }) => id))
  const unknown = add.find(({ image_id }) => !known.has(image_id))
  if (unknown) throw notFound(`Image with id: ${unknown.image_id} was not found`)
  const variants = product.variants.map((variant) => {
    const of = (all: readonly ShownImage[]) =>
      new Set(all.filter(({ variant_id }) => variant_id === variant.id).map(({ image_id }) => image_id))
    return changed(variant, product.images, { added: of(add), removed: of(remove), now })
  })
  return settled(product, { ...product, variants })
}

function changed(
  variant: VariantRecord,
  images: ProductRecord['images'],
  { added, removed, now }: { added: ReadonlySet<string>; removed: ReadonlySet<string>; now: string },
): VariantRecord {
  if (added.size + removed.size === 0) return variant
  const before = new Set(variant.images.map(({ id }) => id))
  const shown = images.filter(({ id }) => !removed.has(id) && (before.has(id) || added.has(id)))
  const losesThumbnail = images.some(({ id, url }) => removed.has(id) && url === variant.thumbnail)
  if (!losesThumbnail && shown.length === before.size && shown.every(({ id }) => before.has(id))) return variant
  return { ...variant, images: shown, ...(losesThumbnail && { thumbnail: null }), updated_at: now }
}
