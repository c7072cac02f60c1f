import { getStoreProduct as contract, wants } from '@souk/contracts'
import { Answer, implement, type RequestOf } from '@souk/runtime'
import { cachedForGuests, type NotePriceLists } from '../../answers/cached-products.ts'
import { storeProducts } from '../../answers/store-products.ts'
import type { Deps } from '../../deps.ts'
import { channelsAsked } from '../channels-asked.ts'
import { priceViewOf } from '../price-view-of.ts'

export const getStoreProduct = implement(contract, async (request, deps: Deps) => {
  const found = await cachedForGuests(contract.name, request, deps, (asked, note) => productOf(asked, deps, note))
  const { products, revision } = found
  return new Answer({ product: products[0]! }, { revision, others: 'anywhere', from: found })
})

async function productOf(request: RequestOf<typeof contract>, deps: Deps, notePriceLists: NotePriceLists) {
  const { params, query, selection, actor, deadline } = request
  const { visible, channel } = await channelsAsked(request, query.sales_channel_id, deps)
  const [{ record, revision }, prices] = await Promise.all([
    deps.products.getVisible(params.id, visible, deadline),
    wants(selection, 'variants.calculated_price') ? priceViewOf(query.context, request, deps) : null,
  ])
  const view = { selection, at: 'variants.', actor, prices, channel, deadline, notePriceLists } as const
  return { products: await storeProducts([record], view, deps), revision }
}
