import { carryOutCatalogueRequest as contract } from '@souk/contracts'
import { implement, patch } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { categoryFields, collectionFields, valueFields } from './requested-fields.ts'

/** A record that is there with this id was made by an earlier attempt. */
export const carryOutCatalogueRequest = implement(contract, async ({ body: { id, request }, command }, deps: Deps) => {
  const made = { command, newIds: () => () => id }
  switch (request.type) {
    case 'product_category':
      await deps.categories.create(id, categoryFields(request.data), command)
      break
    case 'product_collection':
      await deps.collections.create(collectionFields(request.data), made)
      break
    case 'product_collection_update': {
      const { title, handle } = request.data
      await deps.collections.update(id, command, patch({ title, handle: handle || undefined }))
      break
    }
    case 'product_type':
      await deps.productTypes.create(valueFields(request.data), made)
      break
    default:
      await deps.productTags.create(valueFields(request.data), made)
  }
  return { id }
})
