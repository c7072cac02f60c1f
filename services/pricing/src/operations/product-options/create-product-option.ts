import { createProductOption as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { optionAnswer } from '../../answers/product-option.ts'
import type { Deps } from '../../deps.ts'
import { optionValues } from '../../domain/product-options/product-option.ts'

export const createProductOption = implement(contract, async (request, { productOptions }: Deps) => {
  const { title, values: texts, ranks, is_exclusive = false, metadata = null } = request.body
  const newId = request.newIds()
  const context = { newId, now: new Date().toISOString() }
  const values = optionValues(newId('opt'), { values: texts, ranks }, [], context)
  return optionAnswer(await productOptions.create({ title, is_exclusive, values, metadata }, request))
})
