import { listWishedProducts as contract, customerIdOf, type FilterTerm } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { pageOfStoreProducts } from '../store-products/page-of-store-products.ts'

/** Prices are the customer's own, so nothing is cached for others. */
export const listWishedProducts = implement(contract, async (request, deps: Deps) => {
  const { query, actor, passOn } = request
  const product_ids = await deps.shoppers.findWishes(customerIdOf(actor), passOn())
  const wished: FilterTerm = { field: 'id', operator: 'in', value: product_ids }
  const filter = [...query.filter, wished]
  return new Answer(await pageOfStoreProducts({ ...request, query: { ...query, filter } }, deps, () => {}, { cachesIds: false }))
})
