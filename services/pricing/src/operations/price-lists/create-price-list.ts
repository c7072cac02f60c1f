import { createPriceList as contract, forbidden, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { listedPrices, priceListAnswer } from '../../answers/price-list.ts'
import type { Deps } from '../../deps.ts'
import { newPriceList, newPricesOfList } from '../../domain/price-lists/new-price-list.ts'
import { readsOf } from '../../domain/price-lists/price-list-projection.ts'
import { ownPriceSets } from '../../domain/products/variant-ownership.ts'

/**
 * The prices are written before their list: until it is there they count for nothing, so no list is ever seen with a part of them. Those that a
 * crash leaves without a list are removed after a while.
 */
export const createPriceList = implement(contract, async (request, deps: Deps) => {
  const { body, actor, selection, deadline, command } = request
  const { products, prices, priceLists } = deps
  const seller_id = sellerIdOf(actor)
  const variantIds = body.prices.map(({ variant_id }) => variant_id)
  const price_sets = ownPriceSets(variantIds, await products.findOwners(variantIds, deadline), seller_id)

  const newId = request.newIds()
  const now = new Date().toISOString()
  const list = newPriceList({ id: newId('plist'), body, seller_id, now })
  await prices.insertOnce(newPricesOfList({ list, inputs: body.prices, price_sets, newId, now }), deadline)
  await priceLists.insert(list, command)

  const stored = await priceLists.find(list.id, { seller_id }, deadline)
  if (!stored) throw forbidden() // a repeat that comes after the list was deleted
  const { shown } = await listedPrices(stored.list.id, readsOf(selection), deps, deadline)
  return priceListAnswer(stored, shown)
})
