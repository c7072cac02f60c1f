import type { AttributeValueInput, Configuration } from '@souk/contracts'
import type { FoundRecord, RequestContext } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { withNewAttributeValues } from '../../domain/products/attribute-values.ts'
import { idsOf, newProduct, type SentProduct } from '../../domain/products/new-product.ts'
import { optionIdsOf } from '../../domain/products/planned-change.ts'
import type { ProductRecord } from '../../domain/products/product-record.ts'
import { assertStockedBy } from './assert-stocked-by.ts'
import { attributesOfNew } from './attributes-of-values.ts'
import { insertWithParts } from './insert-with-parts.ts'
import { makeOwnItems, variantsOfNew } from './own-items.ts'
import { assertFreeOptions } from './own-options.ts'
import { assertReferencesOfNew, knownOptions, knownReferences } from './product-references.ts'

/** The parts of a request that creating or changing a product needs. */
export type Request = Pick<RequestContext, 'command' | 'deadline' | 'newIds'> & {
  /** The seller's member who sent it, if any. */
  submitter_id?: string
  /** The rules for sellers who propose products. Absent: the caller is no seller. */
  configuration?: Configuration
}

/** Data besides the product's own, as clients send it. */
export interface WithAdditionalData {
  additional_data?: { values?: readonly AttributeValueInput[] | undefined } | null | undefined
}

/**
 * Creates a product with its options, variants and prices. Options and prices are written before the product: until it exists
 * they have no effect, so no product is ever seen with only some of them; those of a refused product are removed again. Inventory
 * items follow.
 * @param seller_id null: the marketplace itself
 */
export async function makeProduct(
  { additional_data, ...input }: SentProduct & WithAdditionalData,
  { command, deadline, newIds, submitter_id }: Request,
  deps: Deps,
  seller_id: string | null = null,
): Promise<FoundRecord<ProductRecord>> {
  const optionIds = optionIdsOf(input)
  const values = additional_data?.values ?? []
  const [known, references, attributes] = await Promise.all([
    knownOptions(optionIds, deps, deadline),
    knownReferences([input], deps, deadline),
    attributesOfNew(values, idsOf(input.categories), deps, deadline),
    assertStockedBy(input.variants, deps, deadline),
  ])
  assertReferencesOfNew(input, references, seller_id)
  await assertFreeOptions(optionIds, { known, product_ids: [newIds()('prod')] }, deps, deadline)
  const newId = newIds()
  const context = { newId, now: new Date().toISOString() }
  const plain = newProduct({ id: newId('prod'), input, seller_id }, known, context)
  const made = { ...plain, product: withNewAttributeValues(plain.product, values, attributes, context) }
  const { product } = made
  const { id: _id, created_at: _created, updated_at: _updated, deleted_at: _deleted, ...fields } = product
  const created = await insertWithParts([made], deps, deadline, () =>
    deps.products.create(fields, { command, newIds }, submitter_id),
  )
  await makeOwnItems(variantsOfNew(input.variants, product, created.record), deps, deadline)
  return deps.products.withStock(created, deadline)
}
