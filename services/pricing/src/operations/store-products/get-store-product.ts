import { getStoreProduct as contract, wants } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { storeProducts } from '../../answers/store-products.ts'
import type { Deps } from '../../deps.ts'
import { channelsAsked } from '../channels-asked.ts'
import { priceViewOf } from '../price-view-of.ts'

export const getStoreProduct = implement(contract, async (request, deps: Deps) => {
  const { params, query, selection, actor, deadline } = request
  const { visible, channel } = channelsAsked(actor, query.sales_channel_id)
  const [{ record, revision }, prices] = await Promise.all([
    deps.products.getVisible(params.id, visible, deadline),
    wants(selection, 'variants.calculated_price') ? priceViewOf(query.context, request, deps) : null,
  ])
  const [product] = await storeProducts([record], { selection, at: 'variants.', actor, prices, channel, deadline }, deps)
  return new Answer({ product: product! }, { revision, others: 'anywhere' })
})
