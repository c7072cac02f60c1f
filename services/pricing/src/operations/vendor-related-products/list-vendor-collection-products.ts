import { listVendorCollectionProducts as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { ownProductsWith } from './own-products-with.ts'

export const listVendorCollectionProducts = implement(contract, (request, deps: Deps) =>
  ownProductsWith('collection_id', request, deps),
)
