import {
  listVendorCategoryProducts as categoryContract,
  listVendorCollectionProducts as collectionContract,
} from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { ownProductsWith } from './own-products-with.ts'

export const listVendorCategoryProducts = implement(categoryContract, (request, deps: Deps) =>
  ownProductsWith('category_id', request, deps),
)

export const listVendorCollectionProducts = implement(collectionContract, (request, deps: Deps) =>
  ownProductsWith('collection_id', request, deps),
)
