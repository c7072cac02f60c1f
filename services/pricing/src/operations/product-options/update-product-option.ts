import { updateProductOption as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { optionAnswer } from '../../answers/product-option.ts'
import type { Deps } from '../../deps.ts'
import { changedOption } from '../../domain/product-options/product-option.ts'
import { assertValuesUnused } from './assert-unused.ts'

export const updateProductOption = implement(contract, async ({ params, body, command, deadline }, deps: Deps) => {
  const { values } = body
  if (values) {
    const present = await deps.productOptions.find(params.id, deadline)
    const leaving = (present?.record.values ?? []).filter(({ value }) => !values.includes(value)).map(({ id }) => id)
    await assertValuesUnused(params.id, leaving, deps, deadline)
  }
  return optionAnswer(
    await deps.productOptions.update(params.id, command, (option, context) => changedOption(option, body, context)),
  )
})
