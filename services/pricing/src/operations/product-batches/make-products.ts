import { type NewProductInput, OperationError } from '@souk/contracts'
import type { Deps } from '../../deps.ts'
import { indistinct } from '../../domain/products/distinct-products.ts'
import { type NewProduct, newProduct } from '../../domain/products/new-product.ts'
import { optionIdsOf } from '../../domain/products/planned-change.ts'
import { mapInTurns } from '../map-in-turns.ts'
import { insertWithParts } from '../products/insert-with-parts.ts'
import type { Request } from '../products/make-product.ts'
import { assertFreeOptions } from '../products/own-options.ts'
import { knownOptions } from '../products/product-references.ts'
import type { Refusals } from './refusals.ts'

/** The products to create, with their options and prices; those that cannot be created are added to the refusals. */
export async function newProducts(
  { create: inputs, seller_id }: { create: readonly NewProductInput[]; seller_id: string | null },
  { deadline, newIds }: Pick<Request, 'deadline' | 'newIds'>,
  { deps, refusals }: { deps: Deps; refusals: Refusals },
): Promise<NewProduct[]> {
  const optionIds = inputs.flatMap(optionIdsOf)
  const known = await knownOptions(optionIds, deps, deadline)
  const [own, newId] = [newIds(), newIds()]
  await assertFreeOptions(optionIds, { known, product_ids: inputs.map(() => own('prod')) }, deps, deadline)
  const context = { newId, now: new Date().toISOString() }
  const tried = await mapInTurns(inputs, (input, at) =>
    refusals.attempt(['create', at], () => newProduct({ id: newId('prod'), input, seller_id }, known, context)),
  )
  const made = tried.flatMap((one) => one ?? [])
  if (made.length === inputs.length)
    for (const [at, error] of indistinct(made.map(({ product }) => product))) refusals.add(['create', at], error)
  return made
}

/**
 * Creates products: all of them, or none. Options and prices are written before them, and removed again if a product is refused.
 * @throws invalid_data, naming the product whose handle or code is taken
 */
export async function insertProducts(
  made: readonly NewProduct[],
  { command, deadline }: Pick<Request, 'command' | 'deadline'>,
  deps: Deps,
) {
  if (made.length === 0) return
  const products = made.map(({ product }) => product)
  await insertWithParts(made, deps, deadline, () => deps.products.createAll(products, command, named))
}

function named(refusal: OperationError, at: number): OperationError {
  const { kind, message } = refusal
  return new OperationError(kind, message, { errors: [{ path: ['create', at], code: kind, message }] })
}
