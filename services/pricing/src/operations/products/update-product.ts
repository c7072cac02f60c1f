import { updateProduct as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { productAnswer } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { assertStockedBy } from './assert-stocked-by.ts'
import { planChanges, replacePrices, withPlanned } from './change-products.ts'
import { assertReferences, knownReferences } from './product-references.ts'

/** Options are made before the product is changed, and prices after it. */
export const updateProduct = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline, newIds } = request
  const [{ record: present }, known] = await Promise.all([
    deps.products.getAlone(params.id, deadline),
    knownReferences([body], deps, deadline),
    assertStockedBy(body.variants, deps, deadline),
  ])
  assertReferences(body, known)
  const [planned] = await planChanges([{ present, input: body, newIds }], { deps, deadline })
  await deps.productOptions.insertOnce(planned!.change.made, deadline)
  const changed = await deps.products.update(params.id, command, (product, own) => withPlanned(product, planned!, own))
  await replacePrices([{ planned: planned!, record: changed.record }], command, deps)
  return productAnswer(changed, request, deps)
})
