import { deleteVendorProductOption as contract } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { withoutOption } from '../../domain/products/own-option.ts'
import { assertOwnProduct } from '../own-product.ts'
import { removeLeft } from '../products/leaving-items.ts'
import { knownOptions } from '../products/product-references.ts'

export const deleteVendorProductOption = implement(contract, async (request, deps: Deps) => {
  const { params, command, deadline } = request
  await assertOwnProduct(request, deps)
  const options = await knownOptions([params.option_id], deps, deadline)
  const { record, revision } = await deps.products.update(params.id, command, (product) =>
    withoutOption(product, params.option_id, options),
  )
  await removeLeft([record], command, deps)
  return deletionAnswer('option', params.option_id, { revision })
})
