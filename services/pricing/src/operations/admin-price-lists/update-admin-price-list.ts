import { updateAdminPriceList as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { answerWithPrices } from '../../answers/price-list.ts'
import type { Deps } from '../../deps.ts'
import { changePriceList } from '../change-price-list.ts'

export const updateAdminPriceList = implement(contract, async (request, deps: Deps) =>
  answerWithPrices(await changePriceList(request, deps), request, deps),
)
