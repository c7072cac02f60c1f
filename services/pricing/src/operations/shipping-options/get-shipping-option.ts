import { getShippingOption as contract, getVendorShippingOption as vendorContract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shippingOptionAnswer } from '../../answers/shipping-option-answer.ts'
import type { Deps } from '../../deps.ts'
import { ownOptions } from './own-options.ts'

export const getShippingOption = implement(contract, async (request, deps: Deps) =>
  shippingOptionAnswer(await deps.shippingOptions.get(request.params.id, request.deadline), request, deps),
)

export const getVendorShippingOption = implement(vendorContract, async (request, deps: Deps) =>
  shippingOptionAnswer(await ownOptions(request, deps).get(request.params.id, request.deadline), request, deps),
)
