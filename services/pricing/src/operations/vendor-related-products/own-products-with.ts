import { type listVendorCollectionProducts, sellerIdOf } from '@souk/contracts'
import type { RequestOf } from '@souk/runtime'
import { shownProducts } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'

type Request = Pick<RequestOf<typeof listVendorCollectionProducts>, 'params' | 'query' | 'actor' | 'deadline'>

/** A page of the seller's products that refer to the record in the path. */
export async function ownProductsWith(
  field: 'category_id' | 'collection_id',
  { params, query, actor, deadline }: Request,
  deps: Deps,
) {
  const filter = [...query.filter, { field, operator: 'in' as const, value: [params.id] }]
  const { records, ...page } = await deps.products
    .ofSeller(sellerIdOf(actor))
    .page({ ...query, filter }, deadline, (products, until) => shownProducts(products, { actor, deadline: until }, deps))
  return { products: records, ...page }
}
