import { updateProductOption as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { optionAnswer } from '../../answers/product-option.ts'
import type { Deps } from '../../deps.ts'
import { changedOption } from '../../domain/product-options/product-option.ts'

export const updateProductOption = implement(contract, async ({ params, body, command }, { productOptions }: Deps) =>
  optionAnswer(await productOptions.update(params.id, command, (option, context) => changedOption(option, body, context))),
)
