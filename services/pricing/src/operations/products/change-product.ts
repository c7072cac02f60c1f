import { notFound, type ProductChangeInput } from '@souk/contracts'
import type { FoundRecord } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { withAttributeValues } from '../../domain/products/attribute-values.ts'
import { optionIdsOf } from '../../domain/products/planned-change.ts'
import type { ProductRecord } from '../../domain/products/product-record.ts'
import { submittedProduct } from '../../domain/products/submitted-product.ts'
import { assertStockedBy } from './assert-stocked-by.ts'
import { namedAttributes } from './attributes-of-values.ts'
import { leavingVariants, madeVariants, planChanges, replacePrices, withPlanned } from './change-products.ts'
import { assertNoneReserved, removeLeft } from './leaving-items.ts'
import type { Request, WithAdditionalData } from './make-product.ts'
import { makeOwnItems } from './own-items.ts'
import { assertFreeOptions } from './own-options.ts'
import { assertReferences, knownReferences } from './product-references.ts'
import { withMadeOptions } from './with-made-options.ts'

/** Changes a product: options are created before it is written; prices and inventory items follow. */
export async function changeProduct(
  id: string,
  { additional_data, ...input }: ProductChangeInput & WithAdditionalData,
  { command, deadline, newIds, submitter_id, configuration }: Request,
  deps: Deps,
): Promise<FoundRecord<ProductRecord>> {
  const values = additional_data?.values ?? []
  const [[present], known, attributes] = await Promise.all([
    deps.products.findAlone([id], deadline),
    knownReferences([input], deps, deadline),
    namedAttributes(values, deps, deadline),
    assertStockedBy(input.variants, deps, deadline),
  ])
  if (!present) throw notFound(`Product with id "${id}" not found`)
  assertReferences(input, known, present)
  const [planned] = await planChanges([{ present, input, newIds }], { deps, deadline })
  await assertFreeOptions(optionIdsOf(input), { known: planned!.change.options, product_ids: [id] }, deps, deadline)
  await assertNoneReserved(leavingVariants(planned!), deps, deadline)
  const written = await withMadeOptions(planned!.change.made, deps, deadline, () =>
    deps.products.updateAlone(
      id,
      command,
      (product, { now }) => {
        const changed = withPlanned(product, planned!, { now, command })
        const submitted = configuration ? submittedProduct(changed, product, configuration) : changed
        return withAttributeValues(submitted, values, attributes, { newId: newIds(), now })
      },
      submitter_id,
    ),
  )
  const [priced] = await replacePrices([{ ...written, planned: planned! }], command, deps)
  const changed = priced!
  await removeLeft([changed.record], command, deps)
  await makeOwnItems(madeVariants(planned!, changed.record), deps, deadline)
  return deps.products.withStock(changed, deadline)
}
