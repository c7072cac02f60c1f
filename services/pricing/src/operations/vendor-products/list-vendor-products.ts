import { listVendorProducts as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownProducts } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'

export const listVendorProducts = implement(contract, async (request, deps: Deps) => {
  const { query, actor, deadline } = request
  const own = deps.products.ofSeller(sellerIdOf(actor))
  const { records, ...page } = await own.page(query, deadline, (products, until) =>
    shownProducts(products, { actor, deadline: until }, deps),
  )
  return { products: records, ...page }
})
