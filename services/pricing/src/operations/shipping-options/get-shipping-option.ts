import { getShippingOption as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shippingOptionAnswer } from '../../answers/shipping-option-answer.ts'
import type { Deps } from '../../deps.ts'

export const getShippingOption = implement(contract, async (request, deps: Deps) =>
  shippingOptionAnswer(await deps.shippingOptions.get(request.params.id, request.deadline), request, deps),
)
