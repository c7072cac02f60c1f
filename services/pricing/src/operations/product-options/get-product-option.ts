import { getProductOption as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { optionAnswer } from '../../answers/product-option.ts'
import type { Deps } from '../../deps.ts'

export const getProductOption = implement(contract, async ({ params, deadline }, { productOptions }: Deps) =>
  optionAnswer(await productOptions.get(params.id, deadline)),
)
