import { Answer, type RequestContext } from '@souk/runtime'
import { shownProducts } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { withoutVariant } from '../../domain/products/changed-product.ts'
import { assertNoneReserved, removeLeft } from '../products/leaving-items.ts'

type Request = Pick<RequestContext, 'command' | 'actor' | 'deadline'> & { params: { id: string; variant_id: string } }

/** Deletes a variant of a product, then its prices, and the inventory items that only it used. */
export async function removeVariant({ params, command, actor, deadline }: Request, deps: Deps) {
  const [present] = await deps.products.findAlone([params.id], deadline)
  const leaving = present?.variants.filter(({ id }) => id === params.variant_id) ?? []
  await assertNoneReserved(leaving, deps, deadline)
  const { record, revision } = await deps.products.update(params.id, command, (product) =>
    withoutVariant(product, params.variant_id),
  )
  await removeLeft([record], command, deps)
  const [parent] = await shownProducts([record], { actor, deadline }, deps)
  const answer = { id: params.variant_id, object: 'variant' as const, deleted: true as const, parent: parent! }
  return new Answer(answer, { revision })
}
