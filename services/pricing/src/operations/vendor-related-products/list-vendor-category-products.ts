import { listVendorCategoryProducts as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { ownProductsWith } from './own-products-with.ts'

export const listVendorCategoryProducts = implement(contract, (request, deps: Deps) =>
  ownProductsWith('category_id', request, deps),
)
