import { listProductOptionValues as contract, searchOf } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import { valueWithOption } from '../../answers/product-option-value.ts'
import type { Deps } from '../../deps.ts'

export const listProductOptionValues = implement(contract, async ({ params, query, deadline }, { productOptions }: Deps) => {
  const found = await productOptions.find(params.id, deadline)
  const { records, ...page } = pageOf(found?.record.values ?? [], query, searchOf(contract))
  const shown = records.map((value) => valueWithOption(value, found!.record))
  return { product_option_values: shown, ...page }
})
