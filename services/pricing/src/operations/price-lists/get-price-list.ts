import { getPriceList as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { answerWithPrices } from '../../answers/price-list.ts'
import type { Deps } from '../../deps.ts'
import { getVisibleList } from '../price-list-access.ts'

export const getPriceList = implement(contract, async (request, deps: Deps) =>
  answerWithPrices(await getVisibleList(request.params.id, request, deps), request, deps),
)
