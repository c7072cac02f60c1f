import { listVendorCollections as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { withoutProducts } from '../../answers/catalogue-record.ts'
import type { Deps } from '../../deps.ts'

export const listVendorCollections = implement(contract, async (request, deps: Deps) => {
  const { records, ...page } = await deps.collections.page(request.query, request.deadline, withoutProducts)
  return { product_collections: records, ...page }
})
