import { getStoreProductVariant as contract, notFound, wants } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { storeVariants } from '../../answers/store-variants.ts'
import type { Deps } from '../../deps.ts'
import { channelsAsked } from '../channels-asked.ts'
import { priceViewOf } from '../price-view-of.ts'

export const getStoreProductVariant = implement(contract, async (request, deps: Deps) => {
  const { params, query, selection, actor, deadline } = request
  const { visible, channel } = await channelsAsked(request, query.sales_channel_id, deps)
  const found = await deps.products.findVariant(params.id, visible, deadline)
  if (!found) throw notFound(`Product variant with id: ${params.id} was not found`)
  const prices = wants(selection, 'calculated_price') ? await priceViewOf(query.context, request, deps) : null
  const [variant] = await storeVariants([found], { selection, actor, prices, channel, deadline }, deps)
  return new Answer({ variant: variant! }, { revision: found.revision, others: 'anywhere' })
})
