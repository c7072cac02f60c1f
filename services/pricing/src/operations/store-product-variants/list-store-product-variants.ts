import { listStoreProductVariants as contract, wants } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { storeVariants } from '../../answers/store-variants.ts'
import type { Deps } from '../../deps.ts'
import { replacedTerms } from '../../domain/lists/replaced-terms.ts'
import type { Sellable } from '../../domain/products/product-record.ts'
import { channelsAsked, channelsIn } from '../channels-asked.ts'
import { keptCount } from '../kept-lists.ts'
import { withOptionValues } from '../options-asked.ts'
import { priceViewOf } from '../price-view-of.ts'

/** Two queries for the page, and one for its prices. */
export const listStoreProductVariants = implement(contract, async (request, deps: Deps) => {
  const { query, selection, actor, deadline } = request
  const { visible, channel } = await channelsAsked(request, channelsIn(query.filter), deps)
  const [prices, filter] = await Promise.all([
    wants(selection, 'calculated_price') ? priceViewOf(query.context ?? {}, request, deps) : null,
    replacedTerms(query.filter, (terms) => withOptionValues(terms, 'options', deps, deadline)),
  ])
  const show = (found: readonly Sellable[], until: number) =>
    storeVariants(found, { selection, actor, prices, channel, deadline: until }, deps)
  const asked = { ...query, filter }
  const counted = keptCount([contract.name, visible], asked, deps)
  const { records, ...page } = await deps.products.pageOfVariants(asked, visible, deadline, show, counted)
  return { variants: records, ...page }
})
