import { previewOrder as contract, notFound } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { previewAnswer } from '../../answers/preview.ts'
import type { Deps } from '../../deps.ts'
import { ifThere } from '../if-there.ts'

export const previewOrder = implement(contract, async (request, deps: Deps) => {
  const { params, deadline } = request
  const found = await ifThere(deps.orders.getWithActiveChange(params.id, deadline))
  if (!found) throw notFound(`Order with id: ${params.id} was not found`)
  return previewAnswer('order', found, request, deps)
})
