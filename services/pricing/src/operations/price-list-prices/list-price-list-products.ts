import { listPriceListProducts as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { listedProducts } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { getVisibleList, listOwner } from '../price-list-access.ts'

export const listPriceListProducts = implement(contract, async (request, deps: Deps) => {
  const { params, query, actor, deadline } = request
  const { list } = await getVisibleList(params.id, request, deps)
  const variantIds = await deps.prices.variantsOfLists([list.id], deadline)
  const owner = listOwner(actor)
  const filter = [
    ...query.filter,
    { field: 'variants.id', operator: 'in' as const, value: variantIds },
    ...(owner === 'anybody' ? [] : [{ field: 'seller_id', operator: 'in' as const, value: [owner.seller_id] }]),
  ]
  const { records, ...page } = await deps.products.page({ ...query, filter }, deadline, (products, until) =>
    listedProducts(products, { ...request, deadline: until }, deps),
  )
  return { products: records, ...page }
})
