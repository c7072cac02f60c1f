import type { DecisionContext, NewVariantInput, VariantChangeInput } from '@souk/contracts'
import { changedVariant, settled, variantOf } from './changed-product.ts'
import { newVariant } from './new-variant.ts'
import type { ProductOptionRecord, ProductRecord } from './product-record.ts'

export interface VariantBatch {
  create?: readonly NewVariantInput[] | undefined
  update?: readonly (VariantChangeInput & { id: string })[] | undefined
  /** Ids; those that the product does not have are gone already. */
  delete?: readonly string[] | undefined
}

/**
 * The product with variants gone, changed and added, in this order: codes and values may go from one to another.
 * @param options at least those that the product has
 * @throws not_found for one that is to be changed and is not there; invalid_data
 */
export function withVariantBatch(
  product: ProductRecord,
  { create = [], update = [], delete: gone = [] }: VariantBatch,
  options: ReadonlyMap<string, ProductOptionRecord>,
  context: DecisionContext,
): ProductRecord {
  const choice = { links: product.options, options }
  const left = { ...product, variants: product.variants.filter(({ id }) => !gone.includes(id)) }
  const changed = update.reduce((before, { id, ...input }) => {
    const next = changedVariant(variantOf(before, id), input, choice, context.now)
    return { ...before, variants: before.variants.map((one) => (one.id === id ? next : one)) }
  }, left)
  const rank = changed.variants.length
  const made = create.map((input, at) => newVariant(input, rank + at, { product, choice, context }))
  return settled(product, { ...changed, variants: [...changed.variants, ...made] })
}
