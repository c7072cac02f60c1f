import { listOwnProductOptions as contract, searchOf } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { shownOption } from '../../domain/product-options/product-option.ts'
import { optionsOf } from '../products/product-references.ts'

export const listOwnProductOptions = implement(contract, async ({ params, query, deadline }, deps: Deps) => {
  const [product] = await deps.products.findAlone([params.id], deadline)
  const options = await optionsOf(product ?? { options: [] }, deps, deadline)
  const { records, ...page } = pageOf([...options.values()], query, searchOf(contract))
  return { product_options: records.map(shownOption), ...page }
})
