import type { BodyOf, batchVariantImages } from '@souk/contracts'
import { Answer, type RequestContext } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { withVariantImages } from '../../domain/products/variant-images.ts'

interface Request extends Pick<RequestContext, 'command'> {
  params: { id: string; variant_id: string }
  body: BodyOf<typeof batchVariantImages>
}

/** Adds images of its product to a variant, and removes others. @throws not_found */
export async function changeVariantImages({ params, body, command }: Request, { products }: Pick<Deps, 'products'>) {
  const { add = [], remove = [] } = body
  const ofVariant = (image_id: string) => ({ variant_id: params.variant_id, image_id })
  const { revision } = await products.updateAlone(params.id, command, (product, { now }) =>
    withVariantImages(product, { add: add.map(ofVariant), remove: remove.map(ofVariant) }, now),
  )
  return new Answer({ added: add, removed: remove }, { revision })
}
