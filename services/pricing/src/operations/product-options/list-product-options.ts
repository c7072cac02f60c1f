import { listProductOptions as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { shownOption } from '../../domain/product-options/product-option.ts'

export const listProductOptions = implement(contract, async ({ query, deadline }, { productOptions }: Deps) => {
  const { records, ...page } = await productOptions.page(query, deadline, async (options) => options.map(shownOption))
  return { product_options: records, ...page }
})
