import { deletePriceList as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removePriceList } from '../change-price-list.ts'

export const deletePriceList = implement(contract, (request, deps: Deps) => removePriceList(request, deps))
