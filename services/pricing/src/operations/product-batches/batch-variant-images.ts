import { batchVariantImages as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { withVariantImages } from '../../domain/products/variant-images.ts'

export const batchVariantImages = implement(contract, async ({ params, body, command }, deps: Deps) => {
  const { add = [], remove = [] } = body
  const ofVariant = (image_id: string) => ({ variant_id: params.variant_id, image_id })
  const { revision } = await deps.products.updateAlone(params.id, command, (product, { now }) =>
    withVariantImages(product, { add: add.map(ofVariant), remove: remove.map(ofVariant) }, now),
  )
  return new Answer({ added: add, removed: remove }, { revision })
})
