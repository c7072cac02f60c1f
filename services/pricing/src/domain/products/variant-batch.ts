import { type DecisionContext, invalidData, type NewVariantInput, type VariantChangeInput } from '@souk/contracts'
import { changedVariant, settled } from './changed-product.ts'
import { newVariants } from './new-variant.ts'
import type { ProductOptionRecord, ProductRecord } from './product-record.ts'

export interface VariantBatch {
  create?: readonly NewVariantInput[] | undefined
  update?: readonly (VariantChangeInput & { id: string })[] | undefined
  /** Ids; those that the product does not have are ignored. */
  delete?: readonly string[] | undefined
}

/**
 * The product with variants removed, changed and added, in this order: codes and values may move from one to another.
 * @param options at least those that the product has
 * @throws invalid_data, also if a variant to change does not exist
 */
export function withVariantBatch(
  product: ProductRecord,
  { create = [], update = [], delete: gone = [] }: VariantBatch,
  options: ReadonlyMap<string, ProductOptionRecord>,
  context: DecisionContext,
): ProductRecord {
  const choice = { links: product.options, options }
  const left = { ...product, variants: product.variants.filter(({ id }) => !gone.includes(id)) }
  const isThere = (id: string) => left.variants.some((one) => one.id === id && one.deleted_at === null)
  const unknown = update.map(({ id }) => id).filter((id) => !isThere(id))
  if (unknown.length > 0) throw invalidData(`Cannot update non-existing variants with ids: ${unknown.join(', ')}`)
  const changes = new Map(update.map(({ id, ...input }) => [id, input]))
  if (changes.size < update.length) throw invalidData('A variant is to be changed more than once')
  const changed = left.variants.map((variant) => {
    const input = changes.get(variant.id)
    return input ? changedVariant(variant, input, choice, context) : variant
  })
  const made = newVariants(create, { product, choice, context })
  const ids = made.map(({ id }) => id)
  return settled(product, { ...product, variants: [...changed, ...made] }, undefined, ids)
}
