import { getAdminPriceList as contract, notFound } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { answerWithPrices } from '../../answers/price-list.ts'
import type { Deps } from '../../deps.ts'

export const getAdminPriceList = implement(contract, async (request, deps: Deps) => {
  const { params, deadline } = request
  const found = await deps.priceLists.find(params.id, 'anybody', deadline)
  if (!found) throw notFound(`Price list with id: ${params.id} was not found`)
  return answerWithPrices(found, request, deps)
})
