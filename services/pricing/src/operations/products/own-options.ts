import { invalidData } from '@souk/contracts'
import { changeEach, type RecordCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { ProductOptionRecord } from '../../domain/products/product-record.ts'
import { knownOptions } from './product-references.ts'

type Options = Pick<Deps, 'products' | 'productOptions'>
interface Whose {
  known: ReadonlyMap<string, ProductOptionRecord>
  /** The products that get them: a repeat of the request finds that they already have them. */
  product_ids: readonly string[]
}

/** @throws invalid_data for an exclusive option of another product */
export async function assertFreeOptions(
  ids: readonly string[],
  { known, product_ids }: Whose,
  { products }: Options,
  deadline: number,
) {
  const own = ids.filter((id) => known.get(id)?.is_exclusive)
  const taken = await products.listTakenOptions(own, product_ids, deadline)
  if (taken.length > 0) throw invalidData(`Product options are already assigned to another product: ${taken.join(', ')}`)
}

/** Removes the exclusive ones among these options, once no product has them. */
export async function removeOwnOptions(ids: readonly string[], command: RecordCommand, deps: Options) {
  const known = await knownOptions(ids, deps, command.deadline)
  const own = [...known.values()].filter(({ is_exclusive }) => is_exclusive).map(({ id }) => id)
  const taken = await deps.products.listTakenOptions(own, [], command.deadline)
  const free = own.filter((id) => !taken.includes(id))
  await changeEach(free, command, (id, one) => deps.productOptions.remove(id, one))
}

/**
 * Deletes options that were created for products, without events, except for those that a product has by now.
 * @returns how many were deleted
 */
export async function discardFreeOptions(ids: readonly string[], { products, productOptions }: Options, deadline: number) {
  const taken = await products.listTakenOptions(ids, [], deadline)
  return productOptions.discard(
    ids.filter((id) => !taken.includes(id)),
    deadline,
  )
}
