import { createPriceListPrice as contract, forbidden, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { newListPrice } from '../domain/price.ts'
import { readsOf } from '../domain/price-list-projection.ts'
import { ownPriceSets } from '../domain/variant-ownership.ts'
import { withPrices } from '../price-list-answer.ts'

/** The list itself is not written: every price is an aggregate of its own, so sellers may add many at once. */
export const createPriceListPrice = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, selection, deadline, command } = request
  const { products, prices, priceLists } = deps
  const seller_id = sellerIdOf(actor)
  const reads = readsOf(selection)
  const [list, owners] = await Promise.all([
    priceLists.find(params.id, seller_id, deadline, reads.list),
    products.findOwners([body.variant_id], deadline),
  ])
  if (!list) throw forbidden()

  const price_set_id = ownPriceSets([body.variant_id], owners, seller_id).get(body.variant_id)!
  const price = newListPrice({
    id: request.newIds()('price'),
    input: body,
    price_list_id: list.id,
    price_set_id,
    seller_id,
    now: new Date().toISOString(),
  })
  await prices.upsert({ price, ...command })

  return { price_list: await withPrices(list, reads, deps, deadline) }
})
