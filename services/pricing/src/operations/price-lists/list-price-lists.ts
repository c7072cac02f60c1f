import { listPriceLists as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { pageOfPriceLists } from '../page-of-price-lists.ts'

export const listPriceLists = implement(contract, (request, deps: Deps) => pageOfPriceLists(request, deps))
