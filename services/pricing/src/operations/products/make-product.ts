import { type NewProductInput, type Operation, OperationError } from '@souk/contracts'
import type { FoundRecord, RequestOf } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { newProduct } from '../../domain/products/new-product.ts'
import type { ProductRecord } from '../../domain/products/product-record.ts'
import { assertReferences, knownOptions } from './product-references.ts'

/** What a request brings along for a product that it makes or changes. */
export type Request = Pick<RequestOf<Operation>, 'command' | 'deadline' | 'newIds'>

/**
 * Makes a product with its options, variants and prices. Options and prices are written before the product: until it is there
 * they count for nothing, so no product is ever seen with a part of them; those of one that is refused go again.
 */
export async function makeProduct(
  input: NewProductInput,
  { command, deadline, newIds }: Request,
  deps: Deps,
): Promise<FoundRecord<ProductRecord>> {
  const optionIds = (input.options ?? []).flatMap((option) => ('id' in option ? [option.id] : []))
  const [known] = await Promise.all([knownOptions(optionIds, deps, deadline), assertReferences(input, deps, deadline)])
  const newId = newIds()
  const context = { newId, now: new Date().toISOString() }
  const { product, options, prices } = newProduct({ id: newId('prod'), input, seller_id: null }, known, context)
  await Promise.all([deps.productOptions.insertOnce(options, deadline), deps.prices.insertOnce(prices, deadline)])
  const { id: _id, created_at: _created, updated_at: _updated, deleted_at: _deleted, ...fields } = product
  try {
    return await deps.products.create(fields, { command, newIds })
  } catch (error) {
    if (error instanceof OperationError && error.kind === 'invalid_data') {
      await Promise.all([deps.productOptions.discard(options, deadline), deps.prices.discard(prices, deadline)])
    }
    throw error
  }
}
