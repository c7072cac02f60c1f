import { updateProduct as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { productAnswer } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { assertStockedBy } from './assert-stocked-by.ts'
import { leavingVariants, madeVariants, planChanges, replacePrices, withPlanned } from './change-products.ts'
import { assertNoneReserved, removeItemsOf } from './leaving-items.ts'
import { makeOwnItems } from './own-items.ts'
import { assertReferences, knownReferences } from './product-references.ts'

/** Options are made before the product is changed; prices and inventory items follow it. */
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
  const leaving = leavingVariants(planned!)
  await assertNoneReserved(leaving, deps, deadline)
  const changed = await deps.products.updateAlone(params.id, command, (product, own) => withPlanned(product, planned!, own))
  await replacePrices([{ planned: planned!, record: changed.record }], command, deps)
  await removeItemsOf(leaving, command, deps)
  await makeOwnItems(madeVariants(planned!, changed.record), deps, deadline)
  return productAnswer(await deps.products.withStock(changed, deadline), request, deps)
})
