import { previewOrder as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { previewAnswer } from '../../answers/preview.ts'
import type { Deps } from '../../deps.ts'

export const previewOrder = implement(contract, async (request, deps: Deps) =>
  previewAnswer('order', await deps.orders.getWithActiveChange(request.params.id, request.deadline), request, deps),
)
