import { createPriceList as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { answerWithPrices } from '../../answers/price-list.ts'
import type { Deps } from '../../deps.ts'
import { makePriceList } from '../make-price-list.ts'

export const createPriceList = implement(contract, async (request, deps: Deps) =>
  answerWithPrices(await makePriceList(request, deps), request, deps),
)
