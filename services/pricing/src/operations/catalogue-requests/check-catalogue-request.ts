import { checkCatalogueRequest as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { withCategory } from '../../domain/product-categories/category-tree.ts'
import { categoryFields, collectionFields } from './requested-fields.ts'

export const checkCatalogueRequest = implement(contract, async ({ body: { id, request }, deadline }, deps: Deps) => {
  switch (request.type) {
    case 'product_category':
      withCategory(await deps.categories.tree(deadline), categoryFields(request.data), { id, now: '' })
      break
    case 'product_collection':
      await deps.collections.assertFree(collectionFields(request.data).handle, id, deadline)
      break
    case 'product_collection_update': {
      await deps.collections.get(id, deadline)
      const { handle } = request.data
      if (handle) await deps.collections.assertFree(handle, id, deadline)
      break
    }
    case 'product_type':
      await deps.productTypes.assertFree(request.data.value, id, deadline)
      break
    default:
      await deps.productTags.assertFree(request.data.value, id, deadline)
  }
  return {}
})
