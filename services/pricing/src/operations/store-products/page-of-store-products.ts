import { type Comparison, type FilterTerm, type listStoreProducts, wants } from '@souk/contracts'
import type { RequestOf } from '@souk/runtime'
import type { NotePriceLists } from '../../answers/cached-products.ts'
import { storeProducts } from '../../answers/store-products.ts'
import type { Deps } from '../../deps.ts'
import { replacedTerms } from '../../domain/lists/replaced-terms.ts'
import { withVariantsAsAsked } from '../../domain/products/variant-order.ts'
import { isVisible, visibleTo } from '../../domain/products/visible-catalogue.ts'
import { channelsAsked, channelsIn } from '../channels-asked.ts'
import { cachedIds } from '../kept-lists.ts'
import { amongVariants } from '../one-variant.ts'
import { variantWith, withOptionValues } from '../options-asked.ts'
import { priceViewOf } from '../price-view-of.ts'

/**
 * A page of products as storefronts see them: one query for the products, and one more for each kind of related records.
 * @param cachesIds false for a list that belongs to one customer
 */
export async function pageOfStoreProducts(
  request: RequestOf<typeof listStoreProducts>,
  deps: Deps,
  notePriceLists: NotePriceLists,
  { cachesIds = true } = {},
) {
  const { query, selection, actor, deadline } = request
  const { visible, channel } = await channelsAsked(request, channelsIn(query.filter), deps)
  const hidden = visibleTo(actor)

  async function known(terms: readonly Comparison[]): Promise<FilterTerm[]> {
    const named = await withOptionValues(terms, 'variants.options', deps, deadline)
    return Promise.all(named.map(withPublicCategories))
  }
  async function withPublicCategories(term: Comparison): Promise<Comparison> {
    if (term.field !== 'category_id' || term.operator !== 'in') return term
    const { categories } = await deps.categories.recallTree()
    const shown = categories.filter((category) => isVisible({ ...category, deleted_at: null }, hidden)).map(({ id }) => id)
    return { ...term, value: term.value.filter((id) => shown.includes(id as string)) }
  }

  // For a cart or a customer it waits for other services, and only `show` uses it; a refusal is thrown below.
  const prices = wants(selection, 'variants.calculated_price') ? priceViewOf(query.context ?? {}, request, deps) : null
  prices?.catch(() => {})
  const [filter, variant] = await Promise.all([replacedTerms(query.filter, known), variantWith(query.filter, deps, deadline)])
  const among = { ...visible, ...amongVariants(filter, variant) }
  const show = async (products: Parameters<typeof storeProducts>[0], until: number) =>
    withVariantsAsAsked(
      await storeProducts(
        products,
        { selection, at: 'variants.', actor, prices: await prices, channel, deadline: until, notePriceLists },
        deps,
      ),
      query,
    )
  const asked = { ...query, filter }
  const keptIds = () =>
    cachedIds([among, filter, query.q, query.order], deps, (most, until) => deps.products.listIdsAmong(asked, until, among, most))
  const kept = cachesIds ? { keptIds } : {}
  const found = deps.products.page(asked, deadline, show, among, kept)
  found.catch(() => {}) // a refusal of prices comes first
  await prices
  const { records, ...page } = await found
  return { products: records, ...page }
}
