import { updateProductOptionValue as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { optionValueAnswer } from '../../answers/product-option-value.ts'
import type { Deps } from '../../deps.ts'
import { ownValueOf, unknownValue, withChangedValue } from '../../domain/product-options/option-value.ts'

export const updateProductOptionValue = implement(contract, async ({ params, body, command, deadline }, deps: Deps) => {
  const { id, value_id } = params
  if (!(await deps.productOptions.find(id, deadline))) throw unknownValue(id, value_id)
  const changed = await deps.productOptions.update(id, command, (option, context) =>
    withChangedValue(option, value_id, body, context),
  )
  return optionValueAnswer(changed, ownValueOf(changed.record, value_id))
})
