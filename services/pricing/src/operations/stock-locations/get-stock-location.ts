import { getStockLocation as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { stockLocationAnswer } from '../../answers/stock-location.ts'
import type { Deps } from '../../deps.ts'

export const getStockLocation = implement(contract, async (request, deps: Deps) =>
  stockLocationAnswer(await deps.stockLocations.get(request.params.id, request.deadline), request, deps),
)
