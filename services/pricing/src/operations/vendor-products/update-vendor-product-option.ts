import { updateVendorProductOption as contract, invalidData } from '@souk/contracts'
import { changeEach, derivedOpId, implement } from '@souk/runtime'
import { productAnswer } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { changedOption } from '../../domain/product-options/product-option.ts'
import { assertFreeTitle, assertHasOption, withValuesOfOption } from '../../domain/products/own-option.ts'
import type { ProductOptionRecord, ProductRecord } from '../../domain/products/product-record.ts'
import { assertOwnProduct } from '../own-product.ts'
import { withAddedValues } from '../product-batches/with-added-values.ts'
import { optionsOf } from '../products/product-references.ts'

/**
 * New values are there before the product has them, and others leave the product before they are gone: a repeat of the request
 * does the rest after a failure.
 */
export const updateVendorProductOption = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline } = request
  const { id, option_id } = params
  await assertOwnProduct(request, deps)
  const { record: present } = await deps.products.getAlone(id, deadline)
  assertHasOption(present, option_id)
  const options = await optionsOf(present, deps, deadline)
  const option = await ownOption(params, options, deps, deadline)
  const context = { newId: request.newIds(), now: new Date().toISOString() }
  changedOption(option, body, context)
  const next = (product: ProductRecord, valued = option) => {
    assertFreeTitle(product, { id: option_id, title: body.title ?? option.title }, options)
    const { values } = body
    return values ? withValuesOfOption(product, { option: valued, values }, options) : product
  }
  next(present)

  const added = body.values ? [{ id: option_id, values: body.values }] : []
  const changed = await withAddedValues(added, { product_id: id, command, deps }, ([valued]) =>
    deps.products.update(id, command, (product) => next(product, valued)),
  )
  const { op } = command
  await changeEach([option_id], { ...command, op: derivedOpId(op.at, op.text, 'rest') }, (_id, own) =>
    deps.productOptions.update(option_id, own, (last, { now }) => changedOption(last, body, { ...context, now })),
  )
  return productAnswer(changed, request, deps)
})

/** @throws invalid_data for one that other products have, or may have */
async function ownOption(
  { id, option_id }: { id: string; option_id: string },
  options: ReadonlyMap<string, ProductOptionRecord>,
  { products }: Pick<Deps, 'products'>,
  deadline: number,
): Promise<ProductOptionRecord> {
  const option = options.get(option_id)
  const taken = option?.is_exclusive ? await products.listTakenOptions([option_id], [id], deadline) : [option_id]
  if (!option || taken.length > 0)
    throw invalidData(`Product option: ${option_id} is not exclusive to this product, and cannot be changed by its seller.`)
  return option
}
