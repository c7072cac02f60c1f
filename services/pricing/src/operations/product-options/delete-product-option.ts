import { deleteProductOption as contract } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { assertOptionUnused } from './assert-unused.ts'

export const deleteProductOption = implement(contract, async ({ params, command, deadline }, deps: Deps) => {
  await assertOptionUnused(params.id, deps, deadline)
  const deleted = await deps.productOptions.remove(params.id, command)
  return deletionAnswer('product_option', params.id, deleted)
})
