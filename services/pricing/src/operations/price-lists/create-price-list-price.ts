import { createPriceListPrice as contract, forbidden, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { answerWithPrices, listedPrices, priceListAnswer } from '../../answers/price-list.ts'
import type { Deps } from '../../deps.ts'
import { shownListPrice } from '../../domain/price-lists/price-list.ts'
import { readsOf } from '../../domain/price-lists/price-list-projection.ts'
import { newListPrice, withPrice } from '../../domain/prices/price.ts'
import { ownPriceSets } from '../../domain/products/variant-ownership.ts'
import { assertOwnGroups } from '../own-groups.ts'

/**
 * The list itself is not written: every price is an aggregate of its own, so that sellers may add many at once. The answer has
 * the list's prices as they were before the write, plus the new price: nothing is read again, except for a list that is too long
 * to hold in memory.
 */
export const createPriceListPrice = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, selection, deadline } = request
  const { if_match: _ofAnotherRecord, ...command } = request.command
  const seller_id = sellerIdOf(actor)
  const reads = readsOf(selection)
  const isWhole = reads.prices === undefined
  const [found, owners, before] = await Promise.all([
    deps.priceLists.find(params.id, { seller_id }, deadline),
    deps.products.findOwners([body.variant_id], deadline),
    isWhole ? listedPrices(params.id, reads, deps, deadline) : undefined,
  ])
  if (!found) throw forbidden()
  const { list } = found

  const price = newListPrice({
    id: request.newIds()('price'),
    input: body,
    price_list_id: list.id,
    price_set_id: ownPriceSets([body.variant_id], owners, seller_id).get(body.variant_id)!,
    seller_id,
    now: new Date().toISOString(),
  })
  const known = before?.kept.find(({ key }) => key === price.key)?.id
  if (known === undefined) await assertOwnGroups(price.rules, request, deps)
  const made = await deps.prices.put(price, known, command)

  const isListed = made.deleted_at === null // else others have removed it since
  if (before) return priceListAnswer(found, isListed ? withPrice(before.shown, shownListPrice(made)) : before.shown)
  return answerWithPrices(found, request, deps)
})
