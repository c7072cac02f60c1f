import { listProductOptionValues as contract, OPTION_VALUE_SEARCH } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import { valueWithOption } from '../../answers/product-option-value.ts'
import type { Deps } from '../../deps.ts'

export const listProductOptionValues = implement(contract, async ({ params, query, deadline }, { productOptions }: Deps) => {
  const found = await productOptions.find(params.id, deadline)
  const { records, ...page } = pageOf(found?.record.values ?? [], query, { inside: OPTION_VALUE_SEARCH })
  const shown = records.map((value) => valueWithOption(value, found!.record))
  return { product_option_values: shown, ...page }
})
