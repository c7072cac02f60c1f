import { listSellerProducts as adminContract, listVendorProducts as contract, sellerIdOf } from '@souk/contracts'
import { implement, type RequestOf } from '@souk/runtime'
import { listedProducts } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { withFoundLinks } from '../products/found-links.ts'

export const listVendorProducts = implement(contract, (request, deps: Deps) => listOf(sellerIdOf(request.actor), request, deps))

export const listSellerProducts = implement(adminContract, (request, deps: Deps) => listOf(request.params.id, request, deps))

type Asked = Pick<RequestOf<typeof contract>, 'query' | 'selection' | 'actor' | 'deadline'>

async function listOf(seller_id: string, request: Asked, deps: Deps) {
  const { query, deadline } = request
  const found = await withFoundLinks(query, deps, deadline)
  const { records, ...page } = await deps.products
    .ofSeller(seller_id)
    .page(found, deadline, (products, until) => listedProducts(products, { ...request, deadline: until }, deps))
  return { products: records, ...page }
}
