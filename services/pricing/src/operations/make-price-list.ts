import type { NewPriceListInput } from '@souk/contracts'
import type { RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { newPriceList, newPricesOfList } from '../domain/price-lists/new-price-list.ts'
import { listRulePairs } from '../domain/price-lists/price-list.ts'
import { rulePairs } from '../domain/prices/price.ts'
import { ownPriceSets, priceSetsOf } from '../domain/products/variant-ownership.ts'
import type { FoundList } from '../stores/price-lists.ts'
import { assertOwnGroups } from './own-groups.ts'
import { listOwner, missingPriceList } from './price-list-access.ts'

type Request = Pick<RequestContext, 'actor' | 'command' | 'newIds' | 'deadline' | 'passOn'> & { body: NewPriceListInput }

/**
 * Creates a list for the caller. Its prices are written before it: until the list exists they do not apply, so no list is ever
 * seen with only some of its prices. Prices that a crash leaves without a list are removed later.
 * @throws invalid_data for a variant that the caller may not price, or a customer group that it may not name
 */
export async function makePriceList(request: Request, deps: Deps): Promise<FoundList> {
  const { body, actor, command, newIds, deadline } = request
  const { products, prices, priceLists } = deps
  const owner = listOwner(actor)
  const seller_id = owner === 'anybody' ? null : owner.seller_id
  const variantIds = body.prices.map(({ variant_id }) => variant_id)
  const rules = [...listRulePairs(body.rules ?? {}), ...body.prices.flatMap((price) => rulePairs(price.rules ?? {}))]
  const [owners] = await Promise.all([products.findOwners(variantIds, deadline), assertOwnGroups(rules, request, deps)])
  const priceSets = seller_id === null ? priceSetsOf(variantIds, owners) : ownPriceSets(variantIds, owners, seller_id)

  const newId = newIds()
  const now = new Date().toISOString()
  const list = newPriceList({ id: newId('plist'), body, seller_id, now })
  await prices.insertOnce(newPricesOfList({ list, inputs: body.prices, priceSets, newId, now }), deadline)
  await priceLists.insert(list, command)

  const stored = await priceLists.find(list.id, owner, deadline)
  if (!stored) throw missingPriceList(list.id, actor) // a repeat that comes after the list was deleted
  return stored
}
