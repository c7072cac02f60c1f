import { deletePriceListPrice as contract, invalidData } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { getVisibleList } from '../price-list-access.ts'

export const deletePriceListPrice = implement(contract, async (request, deps: Deps) => {
  const { id, price_id } = request.params
  await getVisibleList(id, request, deps)

  await deps.prices.remove(price_id, { within: id, gone: () => invalidData('Invalid price_id!') }, request.command)
  return { id: price_id, object: 'price' as const, deleted: true as const }
})
