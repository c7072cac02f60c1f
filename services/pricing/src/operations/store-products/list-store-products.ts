import { listStoreProducts as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { cachedForGuests } from '../../answers/cached-products.ts'
import type { Deps } from '../../deps.ts'
import { pageOfStoreProducts } from './page-of-store-products.ts'

export const listStoreProducts = implement(contract, async (request, deps: Deps) => {
  const page = await cachedForGuests(contract.name, request, deps, (asked, note) => pageOfStoreProducts(asked, deps, note))
  return new Answer(page, { from: page })
})
