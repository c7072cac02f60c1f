import { getProductOptionValue as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { optionValueAnswer } from '../../answers/product-option-value.ts'
import type { Deps } from '../../deps.ts'
import { ownValueOf, unknownValue } from '../../domain/product-options/option-value.ts'

export const getProductOptionValue = implement(contract, async ({ params, deadline }, { productOptions }: Deps) => {
  const found = await productOptions.find(params.id, deadline)
  if (!found) throw unknownValue(params.id, params.value_id)
  return optionValueAnswer(found, ownValueOf(found.record, params.value_id))
})
