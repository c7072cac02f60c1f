import { listApplicableAttributes as adminContract, listVendorApplicableAttributes as vendorContract } from '@souk/contracts'
import { implement, type RequestOf } from '@souk/runtime'
import { shownAttributes } from '../../answers/attribute.ts'
import type { Deps } from '../../deps.ts'
import { categoriesOf } from '../categories-of-product.ts'
import { assertOwnProduct } from '../own-product.ts'

export const listApplicableAttributes = implement(adminContract, (request, deps: Deps) => applicableTo(request, deps))

export const listVendorApplicableAttributes = implement(vendorContract, async (request, deps: Deps) => {
  await assertOwnProduct(request, deps)
  return applicableTo(request, deps)
})

type Request = Pick<RequestOf<typeof adminContract>, 'params' | 'actor' | 'deadline'>

/** @throws not_found */
async function applicableTo({ params, actor, deadline }: Request, deps: Deps) {
  const { record } = await deps.products.getAlone(params.id, deadline)
  const categories = await categoriesOf(record, deps, deadline)
  const attributes = await deps.attributes.listApplicable(categories, deadline, (found, until) =>
    shownAttributes(found, { actor, deadline: until }, deps),
  )
  return { attributes }
}
