import { listAllProductVariants as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownProducts } from '../../answers/product.ts'
import { variantsAlone } from '../../answers/variant.ts'
import type { Deps } from '../../deps.ts'
import { replacedTerms } from '../../domain/lists/replaced-terms.ts'
import type { Sellable } from '../../domain/products/product-record.ts'
import { keptCount } from '../kept-lists.ts'
import { withOptionValues } from '../options-asked.ts'

/** Two queries for the page, and one each for stock and prices. */
export const listAllProductVariants = implement(contract, async (request, deps: Deps) => {
  const { query, actor, deadline } = request
  const filter = await replacedTerms(query.filter, (terms) => withOptionValues(terms, 'options', deps, deadline))

  async function show(found: readonly Sellable[], until: number) {
    const stocked = await deps.products.stocked(
      found.map(({ product }) => product),
      until,
    )
    return variantsAlone(await shownProducts(stocked, { actor, deadline: until }, deps))
  }
  const asked = { ...query, filter }
  const counted = keptCount([contract.name], asked, deps)
  const { records, ...page } = await deps.products.pageOfVariants(asked, {}, deadline, show, counted)
  return { variants: records, ...page }
})
