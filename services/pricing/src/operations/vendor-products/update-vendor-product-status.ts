import { updateVendorProductStatus as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { productAnswer } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { assertOwnProduct } from '../own-product.ts'
import { changeProduct } from '../products/change-product.ts'
import { submitterOf } from '../submitter-of.ts'

export const updateVendorProductStatus = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, deadline } = request
  const [configuration] = await Promise.all([deps.configurationRules.inForce(deadline), assertOwnProduct(request, deps)])
  const sent = { ...request, ...submitterOf(actor), configuration }
  return productAnswer(await changeProduct(params.id, body, sent, deps), request, deps)
})
