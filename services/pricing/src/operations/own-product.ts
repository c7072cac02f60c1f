import { type Actor, type NewVariantInput, sellerIdOf } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import { assertNoneUnknown, itemIdsOf } from './items-of-variants.ts'

interface Request {
  actor: Actor
  params: { id: string }
  deadline: number
}
type Variants = readonly Pick<NewVariantInput, 'inventory_items'>[]

/** Asserts that the product in the path is the caller's. The owner of a product never changes. @throws forbidden */
export const assertOwnProduct = ({ actor, params, deadline }: Request, { products }: Pick<Deps, 'products'>) =>
  products.ofSeller(sellerIdOf(actor)).assertOwn(params.id, deadline)

/** @throws invalid_data, naming the inventory items that the caller's products do not use, whether they exist or not */
export async function assertOwnItems(
  variants: Variants | undefined,
  { actor, deadline }: Omit<Request, 'params'>,
  { products }: Pick<Deps, 'products'>,
) {
  assertNoneUnknown(await products.ofSeller(sellerIdOf(actor)).notTaken(itemIdsOf(variants), deadline))
}
