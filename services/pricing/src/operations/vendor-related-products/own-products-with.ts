import { type listVendorCollectionProducts, sellerIdOf } from '@souk/contracts'
import type { RequestOf } from '@souk/runtime'
import { listedProducts } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'

type Request = Pick<RequestOf<typeof listVendorCollectionProducts>, 'params' | 'query' | 'selection' | 'actor' | 'deadline'>

/** A page of the seller's products that refer to the record in the path. */
export async function ownProductsWith(field: 'category_id' | 'collection_id', request: Request, deps: Deps) {
  const { params, query, actor, deadline } = request
  const filter = [...query.filter, { field, operator: 'in' as const, value: [params.id] }]
  const { records, ...page } = await deps.products
    .ofSeller(sellerIdOf(actor))
    .page({ ...query, filter }, deadline, (products, until) => listedProducts(products, { ...request, deadline: until }, deps))
  return { products: records, ...page }
}
