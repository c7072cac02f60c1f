import { previewOrder as contract, notFound } from '@souk/contracts'
import { implement, unlessGone } from '@souk/runtime'
import { previewAnswer } from '../../answers/preview.ts'
import type { Deps } from '../../deps.ts'

export const previewOrder = implement(contract, async (request, deps: Deps) => {
  const { params, deadline } = request
  const found = await deps.orders.getWithActiveChange(params.id, deadline).catch(unlessGone)
  if (!found) throw notFound(`Order with id: ${params.id} was not found`)
  return previewAnswer('order', found, request, deps)
})
