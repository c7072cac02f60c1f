import type { ProductChangeInput } from '@souk/contracts'
import type { FoundRecord } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { ProductRecord } from '../../domain/products/product-record.ts'
import { assertStockedBy } from './assert-stocked-by.ts'
import { leavingVariants, madeVariants, planChanges, replacePrices, withPlanned } from './change-products.ts'
import { assertNoneReserved, removeItemsOf } from './leaving-items.ts'
import type { Request } from './make-product.ts'
import { makeOwnItems } from './own-items.ts'
import { assertReferences, knownReferences } from './product-references.ts'

/** Changes a product: options are made before it is written; prices and inventory items follow it. */
export async function changeProduct(
  id: string,
  input: ProductChangeInput,
  { command, deadline, newIds }: Request,
  deps: Deps,
): Promise<FoundRecord<ProductRecord>> {
  const [{ record: present }, known] = await Promise.all([
    deps.products.getAlone(id, deadline),
    knownReferences([input], deps, deadline),
    assertStockedBy(input.variants, deps, deadline),
  ])
  assertReferences(input, known)
  const [planned] = await planChanges([{ present, input, newIds }], { deps, deadline })
  await deps.productOptions.insertOnce(planned!.change.made, deadline)
  const leaving = leavingVariants(planned!)
  await assertNoneReserved(leaving, deps, deadline)
  const changed = await deps.products.updateAlone(id, command, (product, own) => withPlanned(product, planned!, own))
  await replacePrices([{ planned: planned!, record: changed.record }], command, deps)
  await removeItemsOf(leaving, command, deps)
  await makeOwnItems(madeVariants(planned!, changed.record), deps, deadline)
  return deps.products.withStock(changed, deadline)
}
