import { batchImageVariants as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { withVariantImages } from '../../domain/products/variant-images.ts'

export const batchImageVariants = implement(contract, async ({ params, body, command }, deps: Deps) => {
  const { add = [], remove = [] } = body
  const ofImage = (variant_id: string) => ({ variant_id, image_id: params.image_id })
  const { revision } = await deps.products.updateAlone(params.id, command, (product, { now }) =>
    withVariantImages(product, { add: add.map(ofImage), remove: remove.map(ofImage) }, now),
  )
  return new Answer({ added: add, removed: remove }, { revision })
})
